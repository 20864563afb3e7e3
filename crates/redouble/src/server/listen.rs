//! Connections: how many, how slow they may be, and how they end.

use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The most connections at a time; more wait to be accepted.
const MAX_CONNECTIONS: usize = 1024;
/// How long a client may take to send its headers.
const HEADER_TIME: Duration = Duration::from_secs(10);
/// How long open answers may go on after Ctrl-C.
const GRACE: Duration = Duration::from_secs(2);

/// Binds the address.
///
/// # Errors
/// If it is taken or not allowed, with what to do about it.
pub(crate) async fn bind(address: SocketAddr) -> anyhow::Result<TcpListener> {
    TcpListener::bind(address).await.map_err(|error| match error.kind() {
        std::io::ErrorKind::AddrInUse => anyhow::anyhow!(
            "{address} is in use: another redouble may be serving there; stop it, or choose another port with --addr"
        ),
        _ => anyhow::Error::new(error).context(format!("cannot serve on {address}")),
    })
}

/// Answers requests until the process is told to stop; `ending` then ends what would keep connections open.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    ending: impl FnOnce(),
) -> anyhow::Result<()> {
    let room = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let connections = GracefulShutdown::new();
    let mut stop = pin!(stopped());
    loop {
        let permit = room.clone().acquire_owned().await.expect("the semaphore is never closed");
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => answer(stream, router.clone(), &connections, permit),
                // Out of file handles, or a client that is gone already: go on after a breath.
                Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
            },
            () = &mut stop => break,
        }
    }
    drop(listener);
    ending();
    // A review goes on as long as somebody listens.
    let _ = tokio::time::timeout(GRACE, connections.shutdown()).await;
    Ok(())
}

fn answer(stream: TcpStream, router: Router, connections: &GracefulShutdown, permit: OwnedSemaphorePermit) {
    // A slide is a small answer that must not wait for more.
    let _ = stream.set_nodelay(true);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIME)
        // A client that has said all it wanted and closed its sending side still waits for the answer.
        .half_close(true)
        .max_buf_size(64 * 1024)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router));
    let connection = connections.watch(connection);
    tokio::spawn(async move {
        // What a client sends wrong is answered or dropped by hyper; there is nobody to tell.
        let _ = connection.await;
        drop(permit);
    });
}

/// Ctrl-C, or the signal by which the system stops a program.
async fn stopped() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! { _ = interrupt => {}, _ = terminate.recv() => {} }
            return;
        }
    }
    let _ = interrupt.await;
}
