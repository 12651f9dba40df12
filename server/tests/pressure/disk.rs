//! Disks and files that nothing can be written to.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A disk in memory, until this is dropped.
pub(crate) struct SmallDisk {
    pub(crate) path: PathBuf,
}

impl SmallDisk {
    /// Mounts it in this folder, or says that this cannot be done here.
    pub(crate) fn mount(folder: &Path) -> Option<Self> {
        let path = folder.join("disk");
        std::fs::create_dir(&path).ok()?;
        let mount = Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=64m", "none"])
            .arg(&path)
            .output();
        mount.ok()?.status.success().then_some(Self { path })
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Lazily: a server that a failed test left behind may still have files open.
        let _ = Command::new("umount")
            .arg("--lazy")
            .arg(&self.path)
            .status();
    }
}

/// Writes zeros until there is no space left.
pub(crate) fn fill(path: &Path) {
    let mut file = std::fs::File::create(path).unwrap();
    for size in [64 * 1024, 4096, 1] {
        while file.write_all(&vec![0; size]).is_ok() {}
    }
}

/// A file that not even root can write to, until this is dropped.
pub(crate) struct Frozen(String);

impl Frozen {
    /// Freezes the file at this path, or says that this cannot be done here.
    pub(crate) fn freeze(path: String) -> Option<Self> {
        let output = Command::new("chattr").args(["+i", &path]).output().ok()?;
        output.status.success().then_some(Self(path))
    }
}

impl Drop for Frozen {
    fn drop(&mut self) {
        let _ = Command::new("chattr").args(["-i", &self.0]).status();
    }
}
