#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| specsmith_tests::fuzz::form(data));
