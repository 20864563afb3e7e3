use redouble_core::*;
use redouble_players::*;
struct Cache { sets: Vec<Vec<u64>>, ways: usize, miss: u64 }
impl Cache {
    fn new(lines: usize, ways: usize) -> Cache { Cache { sets: vec![Vec::new(); lines / ways], ways, miss: 0 } }
    fn touch(&mut self, line: u64) -> bool {
        let n = self.sets.len() as u64;
        let s = &mut self.sets[(line % n) as usize];
        if let Some(p) = s.iter().rposition(|&l| l == line) { let l = s.remove(p); s.push(l); return true; }
        if s.len() == self.ways { s.remove(0); }
        s.push(line); self.miss += 1; false
    }
}
fn permute(i: u32, plane: impl Fn(u32) -> u32) -> u32 {
    // digits 0..6 (0 lowest), bits 0..4
    let mut order: Vec<(u32, u32, u32)> = (0..24).map(|p| (plane(p % 4), p / 4, p % 4)).collect();
    order.sort();
    let mut out = 0;
    for (k, &(_, d, b)) in order.iter().enumerate() { out |= (i >> (4 * d + b) & 1) << k; }
    out
}
fn main() {
    let n: u64 = std::env::args().nth(1).unwrap().parse().unwrap();
    let recipe = Recipe::new(Tuples::parse("4x6", Shape::CLASSIC).unwrap());
    let tuples = recipe.tuples.clone();
    let mut learner = Learner::new(recipe).unwrap();
    while learner.games() < n { learner.round(n, 1); }
    let w = learner.weights();
    let names = ["nibble", "2+2", "1+1+1+1", "1+3", "3+1","2 of all then nib"];
    let maps: Vec<Vec<u32>> = (0..names.len()).map(|k| (0..1u32 << 24).map(|i| match k { 0 => i, 1 => permute(i, |b| b / 2), 2 => permute(i, |b| b), 3 => permute(i, |b| u32::from(b > 0)), 4 => permute(i, |b| u32::from(b > 2)), _ => { let lo = i & 0xff; let l = (lo & 3) | (lo >> 2 & 0xc) ; let h = (lo >> 2 & 3) | (lo >> 4 & 0xc); (i & !0xff) | h << 4 | l } }).collect()).collect();
    let mut caches: Vec<[Cache; 3]> = names.iter().map(|_| [Cache::new(768, 12), Cache::new(20480, 20), Cache::new(16384*20, 20)]).collect();
    let mut moves = 0u64;
    let mut random = Random::new(7);
    let mut score = 0u64;
    for _ in 0..12 {
        let mut board = Position::start_on(Packed4x4::EMPTY, FourChance::default(), &mut random).board();
        loop {
            let mut best = None; let mut most = f32::NEG_INFINITY;
            board.each_slide_or_mirror(|after, gained| {
                let mut ix = [[0u32; 8]; 4];
                after.indexes(&tuples, &mut ix);
                for (k, c) in caches.iter_mut().enumerate() { for i in ix.iter().flatten() {
                    let line = u64::from((i & 0xff00_0000) | maps[k][(i & 0xffffff) as usize]) >> 4;
                    if !c[0].touch(line) { if !c[1].touch(line) { c[2].touch(line); } }
                } }
                let v = gained as f32 + w.sum(&ix);
                if v > most { most = v; best = Some((after, gained)); }
            });
            let Some((after, gained)) = best else { break };
            score += gained; moves += 1;
            board = after.with_random_spawn(FourChance::default(), &mut random);
        }
    }
    println!("mean {} moves {moves}", score / 12);
    for (k, c) in caches.iter().enumerate() { println!("{:>20}: per move L1 misses {:.1}  L2 {:.1}  L3(20M) {:.2}", names[k], c[0].miss as f64 / moves as f64, c[1].miss as f64 / moves as f64, c[2].miss as f64 / moves as f64); }
}
