//! A child process that is asked in lines, with bounds on everything it can do to us.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::Duration;

use redouble_players::Forfeit;

/// The longest line that a program may write.
const MAX_LINE: usize = 1024;
/// How many lines may wait to be read: a program that answers once for each question has one.
const MAX_WAITING: usize = 4;

/// A running program, killed when dropped.
pub(super) struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<Result<Line, String>>,
}

/// A line without its end, and whether more was written together with it.
struct Line {
    text: String,
    has_more: bool,
}

impl Process {
    pub(super) fn start(command: &[String]) -> Result<Process, Forfeit> {
        let spawned = Command::new(&command[0])
            .args(&command[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut child =
            spawned.map_err(|error| forfeit(format!("cannot start `{}`: {error}", command[0])))?;
        let input = child.stdin.take().expect("a piped input");
        let output = child.stdout.take().expect("a piped output");
        let (sender, lines) = sync_channel(MAX_WAITING);
        // The thread ends with the output: at the latest when the child is killed.
        thread::spawn(move || read_lines(output, &sender));
        Ok(Process { child, input, lines })
    }

    pub(super) fn send(&mut self, line: &str) -> Result<(), Forfeit> {
        let sent = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        sent.map_err(|_| self.ended())
    }

    /// The next line, if it comes in time and is the only one.
    pub(super) fn answer(&mut self, patience: Duration) -> Result<String, Forfeit> {
        match self.lines.recv_timeout(patience) {
            Ok(Ok(line)) if line.has_more || self.lines.try_recv().is_ok() => {
                Err(forfeit(format!("wrote more than one line, the first `{}`", line.text.escape_default())))
            }
            Ok(Ok(line)) => Ok(line.text),
            Ok(Err(problem)) => Err(forfeit(problem)),
            Err(RecvTimeoutError::Timeout) => {
                Err(forfeit(format!("no answer within {} ms", patience.as_millis())))
            }
            Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
        }
    }

    /// How the program ended, in words.
    fn ended(&mut self) -> Forfeit {
        let _ = self.child.kill();
        match self.child.wait() {
            Ok(status) => forfeit(format!("the program ended ({status})")),
            Err(error) => forfeit(format!("the program ended ({error})")),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn forfeit(reason: String) -> Forfeit {
    Forfeit { reason }
}

/// Sends every line on; stops at the end of the output, at a line that is too long, or when nobody keeps up.
fn read_lines(output: impl Read, sender: &SyncSender<Result<Line, String>>) {
    let mut output = BufReader::new(output);
    loop {
        let line = read_line(&mut output);
        let Some(line) = line else { return };
        let failed = line.is_err();
        if let Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) = sender.try_send(line) {
            return;
        }
        if failed {
            return;
        }
    }
}

/// The next line; `None` at the end of the output.
fn read_line(output: &mut BufReader<impl Read>) -> Option<Result<Line, String>> {
    let mut line = Vec::new();
    // One byte more than allowed, so that a line that is too long is seen as one.
    let read = output.by_ref().take(MAX_LINE as u64 + 1).read_until(b'\n', &mut line);
    match read {
        Err(_) | Ok(0) => None,
        Ok(_) if line.len() > MAX_LINE => Some(Err(format!("wrote a line of more than {MAX_LINE} bytes"))),
        Ok(_) => {
            let text = String::from_utf8_lossy(&line).trim().to_owned();
            Some(Ok(Line { text, has_more: !output.buffer().is_empty() }))
        }
    }
}
