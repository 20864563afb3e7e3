//! Tells the program whether a network comes with it.

fn main() {
    println!("cargo::rerun-if-changed=networks");
    println!("cargo::rustc-check-cfg=cfg(shipped_network, shipped_endings)");
    if std::path::Path::new("networks/4x4.endings").exists() {
        println!("cargo::rustc-cfg=shipped_endings");
    }
    if std::path::Path::new("networks/4x4.net").exists() {
        println!("cargo::rustc-cfg=shipped_network");
    }
}
