// bot.rs - a first bot: plays any game, knows no rules, picks a random legal move.
//
//   rustc -O -o bot bot.rs
//
// The referee starts this program and talks to it in lines of text: it reads them from standard input
// and answers on standard output. Make it yours by changing choose(). To see what it does, start it
// yourself, type `ugi`, and go on as in protocol/PROTOCOL.md.
use std::io::{self, BufRead, Write};

// Numbers by chance that are the same again for the same seed (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}

// Prints a line and flushes: unflushed, it waits in a buffer while the referee waits for it.
fn send(line: &str) {
    let mut out = io::stdout();
    writeln!(out, "{line}").and_then(|()| out.flush()).expect("the referee is gone");
}

// The thinking: one of the legal moves.
fn choose(_moves_so_far: &[String], legal_moves: &[String], random: &mut Random) -> String {
    legal_moves[random.below(legal_moves.len())].clone()
}

// The words behind this one; none if it is not there.
fn after(words: &[String], word: &str) -> Vec<String> {
    match words.iter().position(|w| w == word) {
        Some(at) => words[at + 1..].to_vec(),
        None => Vec::new(),
    }
}

fn main() {
    let mut random = Random(1);
    let mut moves_so_far: Vec<String> = Vec::new();
    let mut legal_moves: Vec<String> = Vec::new();
    // The loop ends when our input is closed.
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let words: Vec<String> = line.split_whitespace().map(String::from).collect();
        match words.first().map(String::as_str) {
            Some("ugi") => {
                send("id name Rust starter");
                send("id author you");
                send("feature legal newgame players"); // legal moves, which game, any seats
                send("ugiok");
            }
            Some("isready") => send("readyok"),
            // uginewgame game connect4 players 2 seat 1 seed 7 ...: the same seed, the same game again
            Some("uginewgame") => {
                if let Some(seed) = after(&words, "seed").first().and_then(|s| s.parse().ok()) {
                    random = Random(seed);
                }
            }
            // position startpos moves d d e
            Some("position") => moves_so_far = after(&words, "moves"),
            // legal a b c d e f g
            Some("legal") => legal_moves = words[1..].to_vec(),
            // your clock is running
            Some("go") => send(&format!("bestmove {}", choose(&moves_so_far, &legal_moves, &mut random))),
            Some("quit") => break,
            // Any other line is ignored, so that this bot still works when the referee learns more.
            _ => {}
        }
    }
}
