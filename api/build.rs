//! The seeds are embedded in the binary; a new or changed one has it built anew.

fn main() {
    println!("cargo:rerun-if-changed=../seeds");
}
