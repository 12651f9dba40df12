//! The command of another user, who owns the database.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::Command;

use gateway_server::store::SqliteStore;

use crate::process::url;
use crate::support::Database;

/// The other user.
pub(crate) const NOBODY: u32 = 65_534;

/// Whether the tests may run the command as another user.
pub(crate) fn can_run_as_another_user() -> bool {
    tempfile::tempfile().is_ok_and(|file| file.metadata().is_ok_and(|data| data.uid() == 0))
}

/// Gives the database to the other user, and returns what creates the user's commands. The command is copied to this
/// folder, because the user may have no access to the target folder.
pub(crate) fn command_of_nobody(
    database: &Database<SqliteStore>,
    folder: &Path,
) -> impl Fn(&[&str]) -> Command + use<> {
    let in_folder = database.place.path().parent().unwrap();
    for file in fs::read_dir(in_folder).unwrap() {
        chown(file.unwrap().path(), Some(NOBODY), None).unwrap();
    }
    chown(in_folder, Some(NOBODY), None).unwrap();
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).unwrap();
    let (program, url) = (folder.join("gateway"), url(&database.place));
    fs::copy(env!("CARGO_BIN_EXE_gateway"), &program).unwrap();
    move |arguments| {
        let mut command = Command::new(&program);
        command.args(arguments);
        command.env_clear().env("DATABASE_URL", &url).uid(NOBODY);
        command
    }
}
