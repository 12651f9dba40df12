//! What the generator and the runtime must agree on: their versions, and defaults that changes are judged by.

/// The maximum size of a request body in bytes that a server has by default, for operations without their own limit.
pub const BODY_LIMIT: usize = 1024 * 1024;

/// Fails with a clear message if a crate was generated for another version of the runtime. Its other errors would not
/// tell.
#[doc(hidden)]
#[macro_export]
macro_rules! generated_for {
    ("0.1") => {};
    ($version:literal) => {
        ::core::compile_error!(::core::concat!(
            "this crate was generated for specsmith-runtime ",
            $version,
            ", but cargo uses 0.1; run `specsmith generate` with specsmith 0.1, or let cargo use specsmith-runtime ",
            $version
        ));
    };
}

#[cfg(test)]
mod tests {
    /// When this fails, the version in the macro has to change too.
    #[test]
    fn the_macro_accepts_the_version_of_this_crate() {
        let version = concat!(
            env!("CARGO_PKG_VERSION_MAJOR"),
            ".",
            env!("CARGO_PKG_VERSION_MINOR")
        );
        assert_eq!(version, "0.1");
        generated_for!("0.1");
    }
}
