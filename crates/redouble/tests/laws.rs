//! The laws of the fuzz targets, held to their corpora and to damaged forms of these: no fuzzer is needed.

#[expect(unreachable_pub, reason = "a library there, a module here")]
#[path = "../../../fuzz/src/lib.rs"]
mod laws;

use std::fs;
use std::path::Path;

use laws::{LAWS, Law};
use redouble_core::Random;

/// At most so many damaged forms of an input are tried for each kind of damage; all of them where there are fewer.
const FORMS: usize = 60;

/// The inputs of a corpus.
fn corpus(name: &str) -> Vec<Vec<u8>> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(name);
    let entries = fs::read_dir(&directory).unwrap_or_else(|_| panic!("no corpus for {name}"));
    entries.map(|entry| fs::read(entry.unwrap().path()).unwrap()).collect()
}

/// Positions spread over an input, all of them if there are few.
fn places(length: usize) -> impl Iterator<Item = usize> {
    (0..length).step_by(length.div_ceil(FORMS).max(1))
}

/// Cut off, with one bit flipped, and with some bytes replaced at random.
fn damaged(input: &[u8]) -> Vec<Vec<u8>> {
    let mut random = Random::new(1);
    let cut = places(input.len()).map(|length| input[..length].to_vec());
    let flipped = places(input.len()).map(|place| changed(input, place, |byte| byte ^ 1 << (place % 8)));
    let mut forms: Vec<Vec<u8>> = cut.chain(flipped).collect();
    for place in places(input.len()) {
        let byte = random.next_u64() as u8;
        forms.push(changed(input, place, |_| byte));
    }
    forms.push([input, b"more"].concat());
    forms
}

fn changed(input: &[u8], place: usize, change: impl Fn(u8) -> u8) -> Vec<u8> {
    let mut bytes = input.to_vec();
    bytes[place] = change(bytes[place]);
    bytes
}

fn hold(name: &str, law: Law) {
    let inputs = corpus(name);
    assert!(!inputs.is_empty(), "no corpus for {name}");
    for input in inputs {
        law(&input);
        damaged(&input).iter().for_each(|form| law(form));
    }
    law(&[]);
}

#[test]
fn laws_hold_for_the_corpora_and_for_damaged_forms() {
    for (name, law) in LAWS {
        hold(name, *law);
    }
}

#[test]
fn every_law_has_a_fuzz_target_and_a_corpus() {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    let manifest = fs::read_to_string(fuzz.join("Cargo.toml")).unwrap();
    for (name, _) in LAWS {
        assert!(fuzz.join(format!("fuzz_targets/{name}.rs")).exists(), "{name}");
        assert!(manifest.contains(&format!("name = \"{name}\"")), "{name}");
    }
    let names = |directory: &str| fs::read_dir(fuzz.join(directory)).unwrap().count();
    assert_eq!((names("fuzz_targets"), names("corpus")), (LAWS.len(), LAWS.len()));
}
