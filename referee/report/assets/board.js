/*
 * board.js - draws a position of any game as SVG, and tells it in words, from nothing but its
 * position string: no rules are known here. One row of Board.games a game; one that has none is
 * shown as its string.
 *
 * What is drawn is a scene:
 *   game      the rules' name           seats     how many
 *   position  the position string       before    the one before the last move, or null
 *   move      the last move, or null    mover     its seat
 *   params    the game's parameters, as texts
 *
 * Colours are the style sheet's (classes seat-1 ... seat-6); whoever cannot tell them apart has the
 * mark on each stone: X and O, a letter, or the seat's number.
 */
const Board = (() => {
	const SVG = "http://www.w3.org/2000/svg";

	/* An element of SVG with its attributes and children; texts are children too. */
	function make(name, attributes, ...children) {
		const element = document.createElementNS(SVG, name);
		for (const [key, value] of Object.entries(attributes || {}))
			element.setAttribute(key, typeof value === "number" ? +value.toFixed(2) : value);
		element.append(...children.filter((child) => child !== null));
		return element;
	}

	function frame(width, height, ...children) {
		return make("svg", { viewBox: `0 0 ${+width.toFixed(1)} ${+height.toFixed(1)}`, role: "img" },
			...children);
	}

	function write(x, y, size, text, name = "ink", anchor = "middle") {
		return make("text", { x, y, "font-size": size, "text-anchor": anchor, class: name }, text);
	}

	/* What stands on a seat's stones, here and beside its player's name. */
	function mark(game, seat) {
		const marks = { tictactoe: "XO", "chinese-checkers": "ABCDEF" }[game];
		return marks ? marks[seat - 1] : String(seat);
	}

	function stone(game, seat, x, y, r) {
		return make("g", { class: `stone seat-${seat}`, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` },
			make("circle", { r }),
			make("circle", { r: r * 0.8, class: "rim" }),
			make("text", { y: r * 0.36, "font-size": r * 1.02, "text-anchor": "middle" }, mark(game, seat)));
	}

	/* The words of a position string: what lies where, and whose turn it is. */
	function words(position) {
		return position.split(" ");
	}

	/* Rows from the top, `2r1y`: numbers for runs of free cells. Free cells are null. */
	function rows(text) {
		return text.split("/").map((row) => {
			const cells = [];
			for (const part of row.match(/\d+|\D/g) || [])
				if (/\d/.test(part))
					cells.push(...Array(Number(part)).fill(null));
				else
					cells.push(part);
			return cells;
		});
	}

	/* --- boards of rows and columns ------------------------------------------------------ */

	/* Seats by cell, the top row first; which cells the last move filled; and the longest lines
	 * of so many or more equal stones. */
	function grid(scene, letters, connect) {
		const read = (position) => rows(words(position)[0]).map((row) =>
			row.map((cell) => (cell === null ? 0 : letters.indexOf(cell) + 1)));
		const cells = read(scene.position);
		const old = scene.before ? read(scene.before) : cells;
		const at = (row, column) => (cells[row] ? cells[row][column] || 0 : 0);
		const fresh = (row, column) => cells[row][column] !== old[row][column];
		const won = [];
		cells.forEach((line, row) => line.forEach((seat, column) => {
			for (const [dy, dx] of [[0, 1], [1, 0], [1, 1], [1, -1]]) {
				let length = 0;
				while (seat && at(row + length * dy, column + length * dx) === seat)
					length++;
				if (length >= connect && at(row - dy, column - dx) !== seat)
					won.push(Array.from({ length }, (_, i) => [row + i * dy, column + i * dx]));
			}
		}));
		return { cells, fresh, won, height: cells.length, width: cells[0].length };
	}

	function tellGrid(scene, letters, marks) {
		const lines = rows(words(scene.position)[0]);
		return lines.map((line, i) => `${lines.length - i}  ` + line.map((cell) =>
			(cell === null ? "·" : marks[letters.indexOf(cell)])).join(" ")).join("\n") +
			"\n   " + lines[0].map((_, i) => String.fromCharCode(97 + i)).join(" ");
	}

	/* Column letters below, row numbers at the left. */
	function edges(g, size, left, top) {
		const names = [], font = 16;
		for (let column = 0; column < g.width; column++)
			names.push(write(left + (column + 0.5) * size, top + g.height * size + font + 10,
				font, String.fromCharCode(97 + column), "soft"));
		for (let row = 0; row < g.height; row++)
			names.push(write(left - font - 4, top + (g.height - row - 0.5) * size + font * 0.36,
				font, String(row + 1), "soft"));
		return names;
	}

	const connect4 = {
		draw(scene) {
			const g = grid(scene, "ry", Number(scene.params.connect || 4));
			const size = 60, left = 34, top = 8, r = 24;
			const x = (column) => left + (column + 0.5) * size, y = (row) => top + (row + 0.5) * size;
			const parts = [make("rect", { x: left - 7, y: top - 7, width: g.width * size + 14,
				height: g.height * size + 14, rx: 16, class: "board" })];
			g.cells.forEach((line, row) => line.forEach((seat, column) => {
				parts.push(make("circle", { cx: x(column), cy: y(row), r: r + 1.5, class: "hole" }));
				if (seat)
					parts.push(stone(scene.game, seat, x(column), y(row), r));
				if (seat && g.fresh(row, column))
					parts.push(make("circle", { cx: x(column), cy: y(row), r: r + 2, class: "last" }));
			}));
			for (const [row, column] of g.won.flat())
				parts.push(make("circle", { cx: x(column), cy: y(row), r: r * 0.74, class: "ring" }));
			return frame(g.width * size + left + 12, g.height * size + top + 34, ...parts,
				...edges(g, size, left, top));
		},
		tell: (scene) => tellGrid(scene, "ry", "12"),
	};

	const tictactoe = {
		draw(scene) {
			const g = grid(scene, "xo", 3);
			const size = 120, left = 44, top = 10, parts = [];
			const x = (column) => left + (column + 0.5) * size, y = (row) => top + (row + 0.5) * size;
			g.cells.forEach((line, row) => line.forEach((seat, column) => {
				const cx = x(column), cy = y(row), r = 34;
				parts.push(make("rect", { x: cx - 56, y: cy - 56, width: 112, height: 112, rx: 12,
					class: seat && g.fresh(row, column) ? "cell lastcell" : "cell" }));
				if (seat === 1)
					parts.push(make("path", { class: "sign seat-1",
						d: `M${cx - r} ${cy - r}L${cx + r} ${cy + r}M${cx + r} ${cy - r}L${cx - r} ${cy + r}` }));
				if (seat === 2)
					parts.push(make("circle", { cx, cy, r: r + 2, class: "sign seat-2" }));
			}));
			for (const [row, column] of g.won.flat())
				parts.push(make("rect", { x: x(column) - 56, y: y(row) - 56, width: 112, height: 112, rx: 12, class: "winning" }));
			return frame(3 * size + left + 12, 3 * size + top + 34, ...parts, ...edges(g, size, left, top));
		},
		tell: (scene) => tellGrid(scene, "xo", "XO"),
	};

	/* --- nim ----------------------------------------------------------------------------- */

	const heapsOf = (position) => words(position)[0].split("/").map(Number);
	const NIM_SHOWN = 40;

	const nim = {
		draw(scene) {
			const now = heapsOf(scene.position), was = scene.before ? heapsOf(scene.before) : now;
			const most = Math.min(NIM_SHOWN, Math.max(12, ...was)), step = 15, row = 60, left = 46;
			const parts = [];
			now.forEach((count, heap) => {
				const shown = Math.min(NIM_SHOWN, was[heap]), y = heap * row + 8;
				const here = Math.max(0, shown - (was[heap] - count));
				parts.push(make("rect", { x: 32, y: y - 3, width: most * step + 22, height: 54, rx: 10,
					class: count !== was[heap] ? "heap lastheap" : "heap" }));
				parts.push(write(16, y + 30, 18, String.fromCharCode(97 + heap), "soft"));
				for (let i = 0; i < shown; i++) {
					const x = left + (i + 0.5) * step, name = i >= here ? "match gone" : "match";
					parts.push(make("g", { class: name },
						make("rect", { x: x - 2.5, y: y + 8, width: 5, height: 34, rx: 1.5 }),
						make("ellipse", { cx: x, cy: y + 9, rx: 4.6, ry: 6.4 })));
				}
				parts.push(write(most * step + 68, y + 31, 19, was[heap] > NIM_SHOWN ? `… ${count}` : String(count), "ink", "start"));
			});
			return frame(most * step + 116, now.length * row + 8, ...parts);
		},
		tell: (scene) => heapsOf(scene.position).map((count, heap) =>
			`${String.fromCharCode(97 + heap)}  ${count}`).join("\n"),
	};

	/* --- letters ------------------------------------------------------------------------- */

	const LETTERS_SHOWN = 60;
	const lettersParts = (position) => words(position)[0].split("/").map((part) => (part === "-" ? "" : part));

	/* The words and what they are worth; who holds all letters of one scores for it. */
	function lettersWords(scene) {
		const hands = lettersParts(scene.position);
		return (scene.params.words || "").split(",").filter((word) => word !== "").map((entry) => {
			const [word, worth] = entry.split(":");
			const holders = [1, 2].filter((seat) => [...word].every((letter) => hands[seat].includes(letter)));
			return { word, worth: Number(worth), holders };
		});
	}

	function lettersScores(list) {
		return [1, 2].map((seat) => list.reduce((sum, entry) =>
			sum + (entry.holders.includes(seat) ? entry.worth : 0), 0));
	}

	function tiles(parts, letters, y, step, look) {
		[...letters].forEach((letter, i) => {
			const x = 62 + i * step;
			parts.push(make("g", { class: look(letter, i) },
				make("rect", { x, y, width: step - 4, height: 38, rx: 6 }),
				make("text", { x: x + (step - 4) / 2, y: y + 26, "font-size": 20, "text-anchor": "middle" }, letter)));
		});
		if (letters === "")
			parts.push(write(62, y + 25, 15, "nothing", "soft", "start"));
	}

	const letters = {
		draw(scene) {
			const hands = lettersParts(scene.position), list = lettersWords(scene), parts = [];
			const scores = lettersScores(list), most = hands.join("").length;
			const step = most > 16 ? 30 : 34, width = Math.max(640, 62 + most * step + 8);
			parts.push(write(8, 33, 15, "Pile", "strong", "start"));
			tiles(parts, hands[0], 8, step, (_, i) => (i < 2 ? "tile free" : "tile"));
			for (const seat of [1, 2]) {
				const y = 8 + seat * 58;
				parts.push(stone(scene.game, seat, 26, y + 19, 16));
				tiles(parts, hands[seat], y, step, (letter) =>
					`tile seat-${seat}${scene.mover === seat && scene.move === letter ? " lasttile" : ""}`);
				parts.push(write(width - 8, y + 27, 22, String(scores[seat - 1]), "strong", "end"));
			}
			const shown = list.slice(0, LETTERS_SHOWN), columns = 4, column = width / columns;
			const title = list.length > shown.length ? `Words, the first ${shown.length} of ${list.length}` : "Words";
			parts.push(write(8, 202, 14, title, "soft", "start"));
			shown.forEach((entry, i) => {
				const x = 8 + (i % columns) * column, y = 230 + Math.floor(i / columns) * 25;
				parts.push(write(x, y, 14, entry.word.slice(0, 12) + (entry.word.length > 12 ? "…" : ""), "mono", "start"));
				parts.push(write(x + column - 58, y, 14, String(entry.worth), "soft", "end"));
				entry.holders.forEach((seat, n) =>
					parts.push(stone(scene.game, seat, x + column - 42 + n * 19, y - 5, 9)));
			});
			return frame(width, 230 + Math.ceil(shown.length / columns) * 25, ...parts);
		},
		tell(scene) {
			const hands = lettersParts(scene.position), scores = lettersScores(lettersWords(scene));
			return `Pile    ${hands[0] || "nothing"}\nSeat 1  ${hands[1] || "nothing"}, ${scores[0]} points\n` +
				`Seat 2  ${hands[2] || "nothing"}, ${scores[1]} points`;
		},
	};

	/* --- game trees ---------------------------------------------------------------------- */

	/* Small trees are drawn whole, of large ones the path with so many siblings to each side. */
	const TREE_WHOLE = 27, TREE_SIDE = 3;

	function treeShape(scene) {
		const text = words(scene.position)[0];
		const t = { depth: Number(scene.params.depth), branching: Number(scene.params.branching),
			path: text === "-" ? [] : text.split("/").map((child) => Number(child) - 1),
			leaves: (scene.params.leaves || "").split(",") };
		t.count = t.branching ** t.depth;
		t.row = t.depth > 22 ? 1700 / t.depth : t.depth > 8 ? 76 - 1.6 * (t.depth - 8) : 78;
		t.r = Math.min(16, t.row / 4.2);
		t.step = t.count > TREE_WHOLE ? 70 : Math.max(46, Math.min(120, 560 / t.count));
		t.width = Math.max(480, t.count > TREE_WHOLE ? 2 * (TREE_SIDE + 1) * t.step + 40 : t.count * t.step);
		t.y = (level) => t.r + 10 + level * t.row;
		return t;
	}

	function treeEdge(t, level, from, to, taken, child) {
		const y = t.y(level - 1), below = t.y(level);
		return make("g", { class: taken ? "edge taken" : "edge" },
			make("path", { d: `M${from.toFixed(1)} ${y.toFixed(1)}L${to.toFixed(1)} ${below.toFixed(1)}` }),
			write(from + (to - from) * 0.6 + 8, y + (below - y) * 0.6 + 3, 12, String(child + 1), taken ? "strong" : "soft", "start"));
	}

	function treeNode(scene, t, level, index, x) {
		const onPath = level <= t.path.length &&
			t.path.slice(0, level).reduce((at, child) => at * t.branching + child, 0) === index;
		if (level === t.depth) {
			const text = t.leaves[index] || "?", wide = Math.max(30, text.length * 9 + 14);
			return make("g", { class: onPath ? "leaf here" : "leaf" },
				make("rect", { x: x - wide / 2, y: t.y(level) - 13, width: wide, height: 26, rx: 5 }),
				make("text", { x, y: t.y(level) + 5, "font-size": 14, "text-anchor": "middle" }, text));
		}
		const node = make("g", {}, stone(scene.game, level % 2 + 1, x, t.y(level), t.r));
		if (onPath && level === t.path.length)
			node.append(make("circle", { cx: x, cy: t.y(level), r: t.r + 4, class: "now" }));
		return node;
	}

	function treeWhole(scene, t) {
		const edges = [], nodes = [];
		const x = (level, index) => t.width / 2 + ((index + 0.5) * t.branching ** (t.depth - level) - t.count / 2) * t.step;
		for (let level = 0, count = 1; level <= t.depth; level++, count *= t.branching)
			for (let i = 0; i < count; i++) {
				const parent = Math.floor(i / t.branching), child = i % t.branching;
				const taken = level <= t.path.length && level > 0 &&
					t.path.slice(0, level).reduce((at, c) => at * t.branching + c, 0) === i;
				if (level > 0)
					edges.push(treeEdge(t, level, x(level - 1, parent), x(level, i), taken, child));
				nodes.push(treeNode(scene, t, level, i, x(level, i)));
			}
		return frame(t.width, t.y(t.depth) + t.r + 12, ...edges, ...nodes);
	}

	function treePath(scene, t) {
		const edges = [], nodes = [treeNode(scene, t, 0, 0, t.width / 2)];
		const levels = Math.min(t.depth, t.path.length + 1);
		for (let level = 1, parent = 0; level <= levels; level++) {
			const taken = level <= t.path.length;
			const middle = taken ? t.path[level - 1] : (t.branching - 1) >> 1;
			for (let child = Math.max(0, middle - TREE_SIDE - 1); child <= Math.min(t.branching - 1, middle + TREE_SIDE + 1); child++) {
				const x = t.width / 2 + (child - middle) * t.step;
				if (Math.abs(child - middle) > TREE_SIDE) {
					nodes.push(write(x, t.y(level) + 5, 18, "…", "soft"));
					continue;
				}
				edges.push(treeEdge(t, level, t.width / 2, x, taken && child === middle, child));
				nodes.push(treeNode(scene, t, level, parent * t.branching + child, x));
			}
			parent = parent * t.branching + (taken ? middle : 0);
		}
		return frame(t.width, t.y(levels) + t.r + 12, ...edges, ...nodes);
	}

	const tree = {
		draw(scene) {
			const t = treeShape(scene);
			return t.count <= TREE_WHOLE ? treeWhole(scene, t) : treePath(scene, t);
		},
		tell(scene) {
			const t = treeShape(scene), leaf = t.path.reduce((at, child) => at * t.branching + child, 0);
			return `Path: ${t.path.map((child) => child + 1).join(", ") || "none yet"}` +
				(t.path.length === t.depth ? `; the leaf is ${t.leaves[leaf] || "?"}` : "");
		},
	};

	const games = { connect4, tictactoe, nim, letters, tree };

	/* A game without a row. */
	const plain = {
		draw: (scene) => frame(640, 60, write(8, 36, 18, scene.position, "mono", "start")),
		tell: (scene) => scene.position,
	};

	const find = (game) => games[game] || plain;

	return {
		make, frame, write, stone, mark, words, rows, games,
		/* The picture, its description in it. */
		draw(scene) {
			const picture = find(scene.game).draw(scene);
			picture.setAttribute("aria-label", `The board: ${this.tell(scene).replace(/\n\s*/g, "; ")}`);
			return picture;
		},
		/* The board in words, lines parted by \n. */
		tell: (scene) => find(scene.game).tell(scene),
		/* The seat whose turn it is, as the string says. */
		toMove(scene) {
			const turn = words(scene.position)[1] || "";
			const seat = /^p\d$/.test(turn) ? Number(turn[1]) : "xr".includes(turn) ? 1 : 2;
			return turn === "" ? 0 : seat;
		},
	};
})();
