//! The old or the new content is there, whatever fails.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use redouble_files::faults::{Fault, with_fault};
use redouble_files::{
    Appender, Broken, Draft, FileError, Lock, LockError, Summed, replace, seal, unseal, write,
};

type Writer = fn(&Path) -> Result<(), FileError>;

const NEW: &[u8] = b"the new content, which is longer";

fn by_parts(path: &Path) -> Result<(), FileError> {
    replace(path, |file| NEW.chunks(5).try_for_each(|part| file.put(part)))
}

fn by_handle(path: &Path) -> Result<(), FileError> {
    let mut draft = Draft::create(path)?;
    let mut handle = draft.handle()?;
    for part in NEW.chunks(5) {
        handle.write_all(part).map_err(FileError::of(path))?;
    }
    draft.commit()
}

fn unsynced(path: &Path) -> Result<(), FileError> {
    let mut draft = Draft::create(path)?;
    draft.write_all(NEW).map_err(FileError::of(path))?;
    draft.commit_unsynced()?;
    redouble_files::sync(path)
}

/// Every call in turn fails or is the last one. A failed call is reported, and nothing is left beside the file; after
/// a stop the next attempt works.
#[test]
fn whatever_fails_the_old_or_the_new_content_is_there() {
    let writers: [Writer; 4] = [|path| write(path, NEW), by_parts, by_handle, unsynced];
    for (writer, fault) in
        writers.into_iter().flat_map(|writer| [(writer, Fault::Fails), (writer, Fault::Stops)])
    {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("file");
        let mut tried = 0;
        loop {
            fs::write(&path, b"old").unwrap();
            let run = with_fault(tried, fault, || writer(&path));
            let content = fs::read(&path).unwrap();
            assert!(content == b"old" || content == NEW, "call {tried}: {content:?}");
            if run.calls <= tried {
                run.result.unwrap();
                break;
            }
            let error = run.result.expect_err("a fault is reported").to_string();
            assert!(error.contains(directory.path().to_str().unwrap()), "{error}");
            let beside = fs::read_dir(directory.path()).unwrap().count();
            assert!(fault == Fault::Stops || beside == 1, "call {tried} left something behind");
            writer(&path).unwrap();
            assert_eq!(fs::read(&path).unwrap(), NEW);
            assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
            tried += 1;
        }
        assert!(tried >= 3, "writes, syncs and renames were tried: {tried}");
    }
}

#[test]
fn two_writers_of_one_file_do_not_mix() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("file");
    let mut first = Draft::create(&path).unwrap();
    first.write_all(b"first").unwrap();
    let refused = write(&path, b"second").unwrap_err().to_string();
    assert!(refused.contains("another process is writing it"), "{refused}");
    first.commit().unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"first");
    write(&path, b"second").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"second");
}

#[cfg(unix)]
#[test]
fn links_stay_links_permissions_stay_and_devices_are_written_in_place() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let directory = tempfile::tempdir().unwrap();
    let (file, link) = (directory.path().join("file"), directory.path().join("link"));
    fs::write(&file, b"old").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    symlink(&file, &link).unwrap();
    write(&link, NEW).unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read(&file).unwrap(), NEW);
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    write(Path::new("/dev/null"), NEW).unwrap();
    if Path::new("/dev/full").exists() {
        let error = write(Path::new("/dev/full"), NEW).unwrap_err().to_string();
        assert!(error.starts_with("/dev/full: "), "{error}");
    }
}

#[test]
fn locks_keep_others_away() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("lock");
    let shared = [Lock::shared(&path).unwrap(), Lock::shared(&path).unwrap()];
    assert!(matches!(Lock::exclusive(&path), Err(LockError::Busy(_))));
    drop(shared);
    let alone = Lock::exclusive(&path).unwrap();
    assert!(matches!(Lock::shared(&path), Err(LockError::Busy(_))));
    drop(alone);
    Lock::exclusive(&path).unwrap();
}

#[test]
fn every_flipped_bit_cut_and_addition_is_seen() {
    let bytes = seal([b"MAGIC", &1_u32.to_le_bytes()[..], b"content"].concat());
    assert_eq!(unseal(&bytes, b"MAGIC", 1), Ok((1, &b"content"[..])));
    for (place, bit) in (0..bytes.len()).flat_map(|place| (0..8).map(move |bit| (place, bit))) {
        let mut altered = bytes.clone();
        altered[place] ^= 1 << bit;
        assert!(unseal(&altered, b"MAGIC", 1).is_err(), "bit {bit} of byte {place}");
    }
    (0..bytes.len()).for_each(|length| assert!(unseal(&bytes[..length], b"MAGIC", 1).is_err()));
    assert_eq!(unseal(&[&bytes[..], b"more"].concat(), b"MAGIC", 1), Err(Broken::Altered));
    assert_eq!(
        unseal(&seal([b"MAGIC", &2_u32.to_le_bytes()[..]].concat()), b"MAGIC", 1),
        Err(Broken::Newer(2))
    );
}

#[test]
fn a_file_with_something_behind_its_checksum_is_not_accepted() {
    let mut file = Summed::new(Vec::new());
    file.put(b"content").unwrap();
    file.put_checksum().unwrap();
    let whole = file.into_inner();
    let read = |bytes: &[u8]| {
        let mut file = Summed::new(bytes);
        file.take::<7>().unwrap();
        file.ends_with_checksum()
    };
    assert!(read(&whole).unwrap());
    assert!(!read(&[&whole[..], b"x"].concat()).unwrap());
    assert!(read(&whole[..whole.len() - 1]).is_err());
}

/// Whatever fails, the file has the lines whose appends were reported, and at most a part of one more.
#[test]
fn appended_lines_are_there_and_a_failed_append_leaves_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("journal");
    for fault in [Fault::Fails, Fault::Stops] {
        for call in 0.. {
            redouble_files::write(&path, b"header\ntorn").unwrap();
            let mut whole = b"header\n".to_vec();
            let run = with_fault(call, fault, || {
                let mut journal = Appender::open(&path, whole.len() as u64)?;
                for number in 0..4 {
                    let line = format!("line {number}\n");
                    // Who cannot write one line may go on with the next.
                    if journal.append(line.as_bytes()).is_ok() {
                        whole.extend(line.as_bytes());
                    }
                }
                Ok::<(), FileError>(())
            });
            let found = fs::read(&path).unwrap();
            let expected = if run.result.is_ok() { &whole[..] } else { b"header\ntorn" };
            match fault {
                Fault::Fails => assert_eq!(found, expected, "call {call}"),
                Fault::Stops => assert!(found.starts_with(expected), "call {call}"),
            }
            if run.calls <= call {
                assert_eq!(found.len(), 7 + 4 * 7);
                break;
            }
        }
    }
}

#[test]
fn a_removed_file_is_gone_and_one_that_is_not_there_is_an_error() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("file");
    redouble_files::write(&path, b"content").unwrap();
    redouble_files::remove(&path).unwrap();
    assert!(!path.exists());
    assert!(redouble_files::remove(&path).unwrap_err().to_string().contains("file: "));
}
