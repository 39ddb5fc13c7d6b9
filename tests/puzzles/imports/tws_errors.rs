//! Mistakes at every word of a `.tws` file.

use itertools::Itertools;

use super::refusal;
use crate::common::rows;

const GOOD: &str = "\
# A remark
Name good
Set A 3 2
Set B 2 1
Solved
A
1 2 3
0 0 0
End
Move T
A
2 3 1
0 1 1
B
2 1
End
MoveAlias Alias T
MoveSequence S T T2
";

#[test]
fn every_mistake_is_reported_with_its_place_and_a_remedy() {
    let damages = rows(
        r#"
Name good » Name » 2:1: expected `Name NAME`
Name good » Name a b » 2:1: expected `Name NAME`
Name good » Title good » 2:1: `Title` is not a statement of a definition; expected one of: Name, Set
Name good » Name good⏎Name bad » 3:1: `Name` must appear once, before the first `Set`
Set A 3 2 » Set A 3 » 3:1: expected `Set NAME PIECES ORIENTATIONS`
Set A 3 2 » Set A 0 2 » 3:7: `0` is not a whole number from 1 to 10000
Set A 3 2 » Set A three 2 » 3:7: `three` is not a whole number from 1 to 10000
Set A 3 2 » Set A 3 -1 » 3:9: `-1` is not a whole number from 1 to 10000
Set A 3 2 » Set A 3 99999999999999999999 » 3:9: `99999999999999999999` is not
Set A 3 2 » Set A=B 3 2 » 3:5: a name must be text without spaces or `=`
Set A 3 2 » Set A‹202e› 3 2 » 3:5: the name contains
Set B 2 1 » Set A 2 1 » 4:5: set `A` appears twice
Set B 2 1 » Set B 9999 1 » 4:7: the sets have 10002 pieces; at most 10000 are allowed
Set B 2 1 » Set B 2 9999 » 1:1: the pieces would have 20004 facelets
Solved⏎A⏎1 2 3⏎0 0 0⏎End⏎ »  » 5:1: the solved state (`Solved`) must come before the moves
Solved » Solved now » 5:1: expected `Solved`
Solved » Solved⏎End⏎Solved » 7:1: the solved state appears twice
Move T » Set C 1 1⏎Move T » 10:1: `Set` must come before `Solved`
Move T » Name late⏎Move T » 10:1: `Name` must appear once, before
Name good⏎Set A 3 2⏎Set B 2 1⏎ »  » 2:1: a `Set` must come before the solved state
Solved⏎A » Solved » 6:1: the name of a set must come before its numbers
Solved⏎A » Solved⏎C » 6:1: `C` is neither a set nor `End`; the sets are A, B
Solved⏎A » Solved⏎A B » 6:3: nothing may follow `A` on its line
1 2 3⏎0 0 0⏎End » 1 2 3⏎0 0 0⏎A⏎1 2 3⏎End » 9:1: set `A` appears twice
1 2 3⏎0 0 0⏎End » 1 2 3⏎0 0 0⏎0 0 0⏎End » 9:1: a set has at most two rows: places or pieces
1 2 3⏎0 0 0⏎End » End » 6:1: no row of numbers follows set `A`
1 2 3⏎0 0 0⏎End » 1 2 3 4⏎End » 7:1: the row has 4 numbers; set `A` has 3 pieces
1 2 3⏎0 0 0⏎End » 0 1 2⏎End » 7:1: `0` is not a whole number from 1 to 65535
1 2 3⏎0 0 0⏎End » 1 ? 3⏎End » 7:3: a piece must have a number; only an orientation can be `?`
1 2 3⏎0 0 0⏎End » 1 1 2⏎? 0 0⏎End » 8:3: the pieces with the number 1 must all have `?` or none
1 2 3⏎0 0 0⏎End » 1 2 3⏎0 0 2⏎End » 8:5: `2` is not a whole number from 0 to 1
Move T » Move » 10:1: expected `Move NAME`
Move T » Move T: » 10:6: a turn's name must be one word without brackets
Move T » Move idle » 10:6: a turn cannot be named `idle`
Move T » Move half » 10:6: a turn cannot be named `half`
MoveAlias Alias T » MoveAlias half T » 17:11: a turn cannot be named `half`
MoveSequence S T T2 » MoveSequence half T T2 » 18:14: a turn cannot be named `half`
MoveAlias Alias T » MoveAlias Alias Q » 17:17: `Q` is neither a known move nor a power of one, such as `R2` or `R'`; the moves are T
Move T » Illegal A 1 2⏎Move T » 10:1: `Illegal` is not supported
2 3 1⏎0 1 1 » 2 3 2⏎0 1 1 » 12:5: the row is not a permutation: 2 appears twice
2 3 1⏎0 1 1 » 2 3 4⏎0 1 1 » 12:5: `4` is not a whole number from 1 to 3
2 3 1⏎0 1 1 » 2 3 1⏎0 ? 1 » 13:3: `?` is not a whole number from 0 to 1
2 1⏎End⏎ » 2 1⏎ » 10:1: `Move` has no `End` before `MoveAlias`
MoveAlias Alias T » MoveAlias Alias » 17:1: expected `MoveAlias NAME MOVE`
MoveAlias Alias T » MoveAlias Alias T T » 17:1: expected `MoveAlias NAME MOVE`
MoveAlias Alias T » MoveAlias T T » 17:11: move `T` appears twice
MoveSequence S T T2 » MoveSequence S » 18:1: expected `MoveSequence NAME MOVE ...`
MoveSequence S T T2 » MoveSequence S T,Q » 18:18: `Q` is neither a known move nor a power of one
MoveSequence S T T2 » MoveSequence S T9999 » 18:16: `T9999` is neither a known move
"#,
    );
    super::each_mistake_is_reported("x.tws", GOOD, &damages);
}

#[test]
fn missing_statements_are_reported_at_the_end() {
    for [text, says] in rows(
        r#"
 » 1:1: there is no `Set`
Set A 2 1⏎Solved⏎End⏎Move T:⏎A⏎2 1⏎End⏎ » 4:6: a turn's name must be one word without brackets
Set A 2 1⏎Solved⏎End⏎Move idle⏎A⏎2 1⏎End⏎ » 4:6: a turn cannot be named `idle`
# nothing⏎ » 1:10: there is no `Set`
Name a⏎Set A 2 1⏎ » 2:10: there is no solved state
Name a⏎Set A 2 1⏎Solved⏎End⏎ » 4:4: there is no `Move`
Set A 2 1⏎Solved⏎A⏎1 2⏎ » 2:1: `Solved` has no `End`
Set A 2 1⏎Solved⏎End⏎Move T⏎A⏎2 1⏎ » 4:1: `Move` has no `End`
Set A 2 1⏎Solved⏎End⏎Move T⏎End⏎ » 4:6: 
"#,
    ) {
        let said = refusal("x.tws", text);
        assert!(said.starts_with(says), "{text}:\n{said}");
    }
}

#[test]
fn a_short_text_takes_neither_minutes_nor_gigabytes() {
    let places = (1..=4000).map(|place| place % 4000 + 1).join(" ");
    let large = format!("Set A 4000 1\nSolved\nEnd\nMove T\nA\n{places}\nEnd\n");
    let says = "must be repeated 4000 times to move nothing";
    assert!(refusal("x.tws", &large).contains(says));
    let name = |n: usize| [n / 625, n / 25 % 25, n % 25].map(|n| char::from(b'a' + n as u8));
    let name = |n: usize| name(n).iter().collect::<String>();
    let swap = "Set A 2 1\nSolved\nEnd\nMove aaa\nA\n2 1\nEnd\n";
    let sequence = |n| format!("MoveSequence {} {1}1000 {1}1000\n", name(n + 1), name(n));
    let chain: String = (0..50).map(sequence).collect();
    // The moves of the chain move nothing, so they are not turns.
    let chain = super::puzzle("x.tws", &format!("{swap}{chain}"));
    assert_eq!(chain.turns().len(), 1);
    let many = (1..15_000).map(|n| format!("MoveSequence {} aaa999 aaa999\n", name(n)));
    let many = refusal("x.tws", &format!("{swap}{}", many.collect::<String>()));
    assert!(many.contains("too long in total"), "{many}");
    let long = "#".repeat(17 << 20);
    assert!(refusal("x.tws", &long).contains("the limit is 16777216"));
}
