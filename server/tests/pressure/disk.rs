//! Full disks and read-only files.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A small in-memory disk, unmounted on drop.
pub(crate) struct SmallDisk {
    pub(crate) path: PathBuf,
}

impl SmallDisk {
    /// Mounts a disk in this folder. Returns `None` if mounting is not possible here.
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
        // Lazy, because a server left over from a failed test may still have open files.
        let _ = Command::new("umount")
            .arg("--lazy")
            .arg(&self.path)
            .status();
    }
}

/// Writes zeros until the disk is full.
pub(crate) fn fill(path: &Path) {
    let mut file = std::fs::File::create(path).unwrap();
    for size in [64 * 1024, 4096, 1] {
        while file.write_all(&vec![0; size]).is_ok() {}
    }
}

/// An immutable file, which not even root can write to. Made writable again on drop.
pub(crate) struct Frozen(String);

impl Frozen {
    /// Makes the file immutable. Returns `None` if that is not possible here.
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
