"""The connection to a cluster, and what can be wrong with it, in words."""

from __future__ import annotations

import os
import re
import shutil
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

# What a layer or a tournament depends on none of; each was found to matter.
_SETTINGS = {
    "spark.ui.enabled": "false",
    # Dense bits shrink to a seventh, at half a gigabyte a second.
    "spark.io.compression.codec": "zstd",
    # A worker keeps tables and networks from task to task.
    "spark.python.worker.reuse": "true",
    # The frames of a layer come back to the driver.
    "spark.driver.maxResultSize": "0",
}


def path_of(uri: str | os.PathLike[str]) -> str:
    """A directory on the machine of the driver, by its path or as file: URI."""
    text = os.fspath(uri)
    parts = urlsplit(text)
    if len(parts.scheme) < 2:
        return text
    if parts.scheme != "file" or parts.netloc not in ("", "localhost"):
        raise ValueError(f"{text}: results and stores are kept where the driver runs: give a path, or file:///…")
    return parts.path


def is_loopback(master: str) -> bool:
    """Whether nobody outside this machine has a part in it."""
    return master.startswith("local") or urlsplit(master).hostname in ("127.0.0.1", "localhost")


def _check(master: str) -> None:
    """What would take Spark a minute to find out, or be said in Java."""
    if not re.match(r"local(\[|$)|spark://|k8s://|yarn$", master):
        raise ValueError(f"master: `{master}` is none: write local[2,4], spark://HOST:PORT, k8s://… or yarn")
    if master.startswith("spark://"):
        for address in master.removeprefix("spark://").split(","):
            host, _, port = address.partition(":")
            try:
                socket.create_connection((host, int(port or 7077)), timeout=5).close()
            except (OSError, ValueError) as error:
                raise RuntimeError(f"master: nobody answers at {address} ({error})") from None
    if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        raise RuntimeError("Spark needs Java: install a JDK (17 or later) or set JAVA_HOME")


@contextmanager
def session(master: str, name: str) -> Iterator[Any]:
    """A Spark session whose workers run this Python; where it is local, its ports are on the loopback."""
    _check(master)
    try:
        from pyspark.errors import PySparkException
        from pyspark.sql import SparkSession
    except ImportError:
        raise RuntimeError("pyspark is not installed: pip install 'redouble[spark]'") from None
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.appName(name).master(master)
    if is_loopback(master):
        os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
        builder = builder.config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1")
    for key, value in _SETTINGS.items():
        builder = builder.config(key, value)
    try:
        spark = builder.getOrCreate()
    except PySparkException as error:
        raise RuntimeError(f"master: {master} cannot be used: {_reason(str(error))}") from None
    spark.sparkContext.setLogLevel("ERROR")
    try:
        yield spark
    except Exception as error:
        # What Java throws is known by its name alone, since py4j need not be there to read this.
        if type(error).__module__.startswith(("py4j", "pyspark")):
            raise RuntimeError(_reason(str(error))) from None
        raise
    finally:
        spark.stop()


def _reason(text: str) -> str:
    """The sentence that matters in a page of Java."""
    if "No space left on device" in text:
        return (
            "the disk of a worker is full (Spark's own files: set SPARK_LOCAL_DIRS to a larger one); "
            "what was finished is kept, run the same command again"
        )
    if "MemoryError" in text or "OutOfMemoryError" in text or "no memory for the layers" in text:
        return "a worker has too little memory: use more parts, or fewer cores a worker; what was finished is kept"
    lines = [line.strip() for line in text.splitlines()]
    told = [line for line in lines if re.match(r"(\w+\.)*\w*(Error|Exception): ", line)]
    return told[-1] if told else next((line for line in lines if line), "Spark failed and did not say why")
