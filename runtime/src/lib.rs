//! What the code written by Specsmith calls.
