//! Games are for nobody but their owner, whatever other files are.

use std::fs;
use std::io;
use std::path::Path;

/// Makes a directory, and those above it.
#[cfg(unix)]
pub(crate) fn directory(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt as _;
    fs::DirBuilder::new().recursive(true).mode(0o700).create(path)
}

/// Takes away what others may do with a file or directory. Some file systems have no permissions.
#[cfg(unix)]
pub(crate) fn close(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt as _;
    let _ = fs::set_permissions(path, fs::Permissions::from_mode(mode));
}

#[cfg(not(unix))]
pub(crate) fn directory(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)
}

#[cfg(not(unix))]
pub(crate) fn close(_: &Path, _: u32) {}
