//! A child process that is asked in lines, with bounds on everything it can do to us.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::Duration;

use redouble_players::Forfeit;

/// The longest line that a program may write.
const MAX_LINE: usize = 1024;
/// How many lines may wait to be read: a program that answers once for each question has one.
const MAX_WAITING: usize = 4;

/// How much of what it writes to standard error is kept.
const MAX_ERRORS: usize = 2048;
/// How many lines of that are shown.
const SHOWN_ERRORS: usize = 3;
/// How long the system may take to tell that a program whose pipes are closed has ended, and to close those of one that was killed.
const GRACE: Duration = Duration::from_secs(2);

/// A running program, killed when dropped, with all that it started.
pub(super) struct Process {
    child: Child,
    /// Lines to be written, and what came of each: a program that reads nothing must not make us wait for ever.
    input: SyncSender<String>,
    written: Receiver<io::Result<()>>,
    lines: Receiver<Result<Line, String>>,
    /// The end of standard error, sent when it is closed.
    errors: Receiver<Vec<u8>>,
}

/// A line without its end, and whether more was written together with it.
struct Line {
    text: String,
    has_more: bool,
}

impl Process {
    pub(super) fn start(command: &[String]) -> Result<Process, Forfeit> {
        let mut program = Command::new(&command[0]);
        program.args(&command[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut program, 0);
        let spawned = program.spawn();
        let mut child =
            spawned.map_err(|error| forfeit(format!("cannot start `{}`: {error}", command[0])))?;
        let stdin = child.stdin.take().expect("a piped input");
        let stdout = child.stdout.take().expect("a piped output");
        let stderr = child.stderr.take().expect("a piped output");
        let (sender, lines) = sync_channel(MAX_WAITING);
        let (input, to_write) = sync_channel(1);
        let (report, written) = sync_channel(1);
        let (last_words, errors) = sync_channel(1);
        // The threads end with the pipes: at the latest when the child is killed.
        thread::spawn(move || read_lines(stdout, &sender));
        thread::spawn(move || write_lines(stdin, &to_write, &report));
        thread::spawn(move || last_words.send(read_end(stderr)));
        Ok(Process { child, input, written, lines, errors })
    }

    /// Writes a line, if it is taken in time.
    pub(super) fn send(&mut self, line: &str, patience: Duration) -> Result<(), Forfeit> {
        if self.input.try_send(format!("{line}\n")).is_err() {
            return Err(self.deaf());
        }
        match self.written.recv_timeout(patience) {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => Err(self.deaf()),
            Err(RecvTimeoutError::Timeout) => {
                Err(self.late(format!("did not read its input within {} ms", patience.as_millis())))
            }
        }
    }

    /// Why nothing can be written to it: who wrote too much is not listened to any more, and may have ended for that.
    fn deaf(&mut self) -> Forfeit {
        match self.lines.try_recv() {
            Ok(Err(problem)) => forfeit(problem),
            _ => self.closed("input"),
        }
    }

    /// Whether nothing was written since the last answer: it would be taken for the next one.
    pub(super) fn is_quiet(&mut self) -> Result<(), Forfeit> {
        match self.lines.try_recv() {
            Ok(Ok(line)) => {
                Err(forfeit(format!("wrote `{}` without being asked", line.text.escape_default())))
            }
            Ok(Err(problem)) => Err(forfeit(problem)),
            Err(_) => Ok(()),
        }
    }

    /// The next line, if it comes in time and is the only one.
    pub(super) fn answer(&mut self, patience: Duration) -> Result<String, Forfeit> {
        match self.next_line(patience) {
            Ok(Ok(line)) if line.has_more || self.lines.try_recv().is_ok() => {
                Err(forfeit(format!("wrote more than one line, the first `{}`", line.text.escape_default())))
            }
            Ok(Ok(line)) => Ok(line.text),
            Ok(Err(problem)) => Err(forfeit(problem)),
            Err(RecvTimeoutError::Timeout) => {
                Err(self.late(format!("no answer within {} ms", patience.as_millis())))
            }
            Err(RecvTimeoutError::Disconnected) => Err(self.closed("output")),
        }
    }

    /// The next line. Who ended is not waited for any longer than a line may be on its way, although a program that it
    /// started may hold its output open.
    fn next_line(&mut self, patience: Duration) -> Result<Result<Line, String>, RecvTimeoutError> {
        let mut left = patience;
        loop {
            if self.ended().is_some() {
                return self.lines.recv_timeout(left.min(GRACE));
            }
            let part = left.min(GLANCE);
            match self.lines.recv_timeout(part) {
                Err(RecvTimeoutError::Timeout) if part < left => left -= part,
                received => return received,
            }
        }
    }

    /// The last lines that the program wrote to standard error; it is killed for that.
    pub(super) fn last_words(&mut self) -> Option<String> {
        self.kill();
        let end = self.errors.recv_timeout(GRACE).ok()?;
        let text = String::from_utf8_lossy(&end);
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let shown = &lines[lines.len().saturating_sub(SHOWN_ERRORS)..];
        (!shown.is_empty()).then(|| shown.join(" / "))
    }

    /// Why a pipe is closed: a program that ended closes them all, but a living one can close its own.
    fn closed(&mut self, pipe: &str) -> Forfeit {
        let looks = GRACE.as_millis() / LOOK.as_millis();
        let ended = (0..looks).find_map(|_| {
            let ended = self.ended();
            if ended.is_none() {
                thread::sleep(LOOK);
            }
            ended
        });
        ended.unwrap_or_else(|| forfeit(format!("the program closed its {pipe}")))
    }

    /// Why nothing happened in time: a program can end while another one that it started holds its pipes.
    fn late(&mut self, problem: String) -> Forfeit {
        self.ended().unwrap_or_else(|| forfeit(problem))
    }

    /// How the program ended, if it did.
    fn ended(&mut self) -> Option<Forfeit> {
        let status = self.child.try_wait().ok()??;
        Some(forfeit(format!("the program ended ({status})")))
    }

    /// Ends the program and what it started.
    fn kill(&mut self) {
        #[cfg(unix)]
        {
            use rustix::process::{Pid, Signal, kill_process_group};
            // The group keeps its number as long as anybody is in it.
            if let Some(group) = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw) {
                let _ = kill_process_group(group, Signal::KILL);
            }
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// How often it is looked whether a program has ended whose pipes are closed.
const LOOK: Duration = Duration::from_millis(10);
/// How often it is looked whether a program that is thinking has ended.
const GLANCE: Duration = Duration::from_millis(250);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.input.try_send("quit\n".to_owned());
        self.kill();
    }
}

/// Writes every line that comes, and reports each; stops when one cannot be written.
fn write_lines(mut input: ChildStdin, lines: &Receiver<String>, report: &SyncSender<io::Result<()>>) {
    while let Ok(line) = lines.recv() {
        let written = input.write_all(line.as_bytes()).and_then(|()| input.flush());
        let failed = written.is_err();
        if report.send(written).is_err() || failed {
            return;
        }
    }
}

/// The last bytes of a stream, read to its end so that nobody waits for us.
fn read_end(mut stream: impl Read) -> Vec<u8> {
    let (mut kept, mut buffer) = (Vec::new(), [0; 4096]);
    while let Ok(read @ 1..) = stream.read(&mut buffer) {
        kept.extend_from_slice(&buffer[..read]);
        let surplus = kept.len().saturating_sub(MAX_ERRORS);
        kept.drain(..surplus);
    }
    kept
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

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// More than a busy machine needs.
    const AGES: Duration = Duration::from_secs(60);

    fn start(script: &str) -> Process {
        Process::start(&["sh", "-c", script].map(str::to_owned)).unwrap()
    }

    /// Writes lines until one is not taken: why.
    fn refused(script: &str, patience: Duration) -> String {
        let mut process = start(script);
        let line = "2".repeat(1_000);
        let lost = std::iter::from_fn(|| Some(process.send(&line, patience)));
        lost.map(Result::err).find_map(|lost| lost).unwrap().reason
    }

    /// A pipe holds 64 KB or so: who never reads must not make us wait for ever.
    #[test]
    fn writes_have_a_deadline() {
        assert_eq!(refused("sleep 600", Duration::from_millis(500)), "did not read its input within 500 ms");
    }

    #[test]
    fn who_closes_its_input_is_not_called_ended() {
        assert_eq!(refused("exec <&-; sleep 600", AGES), "the program closed its input");
        assert_eq!(refused("exit 7", AGES), "the program ended (exit status: 7)");
    }

    /// `head` cannot end before its output is closed: all of it does not fit into a pipe.
    #[test]
    fn who_ended_because_it_wrote_too_much_is_told_so() {
        let mut process = start("exec head -c 1000000 /dev/zero");
        while process.ended().is_none() {
            thread::sleep(LOOK);
        }
        let lost = process.send("move", AGES).unwrap_err();
        assert_eq!(lost.reason, "wrote a line of more than 1024 bytes");
    }

    #[test]
    fn what_nobody_asked_for_is_no_answer() {
        let mut process = start("echo up; exec sleep 600");
        let lost = loop {
            if let Err(lost) = process.is_quiet() {
                break lost;
            }
            thread::sleep(LOOK);
        };
        assert_eq!(lost.reason, "wrote `up` without being asked");
    }

    /// What the program started holds its output open for longer than anybody waits here.
    #[test]
    fn who_ended_is_not_waited_for() {
        let lost = start("sleep 600 & exit 4").answer(Duration::MAX / 4).unwrap_err();
        assert_eq!(lost.reason, "the program ended (exit status: 4)");
    }

    #[test]
    fn the_last_line_of_a_program_that_ended_is_its_answer() {
        let mut process = start("echo up; sleep 600 & exit 0");
        while process.ended().is_none() {
            thread::sleep(LOOK);
        }
        assert_eq!(process.answer(AGES).unwrap(), "up");
    }
}
