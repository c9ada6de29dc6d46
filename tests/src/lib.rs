//! End-to-end tests on the real binary, by HTTP: see `e2e/`.
