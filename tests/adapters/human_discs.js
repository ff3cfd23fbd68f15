// A game for a person, with readline: a question, a board with discs that are no ASCII, the computer second.
const readline = require("readline").createInterface({ input: process.stdin, output: process.stdout });
const board = Array.from({ length: 6 }, () => Array(7).fill("⚪"));

function drop(column, disc) {
  for (let row = 5; row >= 0; row--)
    if (board[row][column] === "⚪") {
      board[row][column] = disc;
      return true;
    }
  return false;
}

function turn() {
  readline.question("\nChoose slot: ", (line) => {
    drop(parseInt(line) - 1, "🔴");
    console.log("Computer is thinking...");
    for (let column = 0; !drop(column, "🟡"); column++);
    console.log(board.map((row) => "│ " + row.join(" ") + " │").join("\n"));
    console.log("  1  2  3  4  5  6  7");
    turn();
  });
}

console.log("====== You vs. Computer ======\n");
turn();
