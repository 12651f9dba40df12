//! Inputs beside their expected outputs, in `tests/cases`. Each folder or file is one test, whose name is the kind of the
//! case and the name of the folder or file: `snapshots::pagers`. `UPDATE_EXPECTED=1` writes the expected outputs.

mod diagnostics;
mod format;
mod snapshots;

use std::process::ExitCode;

use libtest_mimic::Arguments;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let mut trials = diagnostics::trials();
    trials.extend(format::trials());
    trials.extend(snapshots::trials());
    libtest_mimic::run(&arguments, trials).exit_code()
}
