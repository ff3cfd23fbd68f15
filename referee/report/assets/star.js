/*
 * star.js - the star of chinese checkers for board.js: each seat's own point in its colour, the last
 * move as the way that the peg took.
 *
 * Cells have coordinates x (column less i) and y (row less 9); a column runs up to the right.
 */
(() => {
	const { make, frame, write, stone, words, rows } = Board;
	const STEP = 42, RISE = 36.4, WIDTH = 640, HEIGHT = 672;
	const NEIGHBOURS = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]];

	/* Points clockwise from the bottom: the tip, then the other two corners; and which of them the
	 * seats start from, by how many there are. */
	const POINTS = [[[4, -8], [1, -5], [4, -5]], [[-4, -4], [-4, -1], [-1, -4]],
		[[-8, 4], [-5, 4], [-5, 1]], [[-4, 8], [-4, 5], [-1, 5]], [[4, 4], [1, 4], [4, 1]],
		[[8, -4], [5, -4], [5, -1]]];
	const SEATED = { 2: [0, 3], 3: [0, 2, 4], 4: [0, 1, 3, 4], 6: [0, 1, 2, 3, 4, 5] };
	const STAR = [[[4, -8], [-8, 4], [4, 4]], [[-4, 8], [-4, -4], [8, -4]]];

	const px = (x, y) => WIDTH / 2 + 8 + (x + y / 2) * STEP;
	const py = (y) => 8 * RISE + 30 - y * RISE;
	const key = (x, y) => `${x},${y}`;

	function holds(x, y) {
		const z = -x - y;
		return Math.min(x, y, z) >= -4 || Math.max(x, y, z) <= 4;
	}

	/* All cells, the top row first and each row from the left, as position strings have them. */
	const CELLS = [];
	for (let y = 8; y >= -8; y--)
		for (let x = -8; x <= 8; x++)
			if (holds(x, y))
				CELLS.push([x, y]);

	/* The pegs: seats by cell. */
	function pegsOf(position) {
		const flat = rows(words(position)[0]).flat(), pegs = new Map();
		CELLS.forEach(([x, y], i) => {
			if (flat[i])
				pegs.set(key(x, y), "ABCDEF".indexOf(flat[i]) + 1);
		});
		return pegs;
	}

	/* A move's two cells; null: a pass. */
	function cellsOf(move) {
		const parts = /^([a-q])(\d+)([a-q])(\d+)$/.exec(move || "");
		const cell = (letter, row) => [letter.charCodeAt(0) - 105, Number(row) - 9];
		return parts && [cell(parts[1], parts[2]), cell(parts[3], parts[4])];
	}

	/* Steps from cell to cell, as many as the distance says, or the fewest jumps that lead there. */
	function wayOf(scene) {
		const move = scene.before && cellsOf(scene.move);
		if (!move)
			return [];
		const [from, to] = move, pegs = pegsOf(scene.before);
		const far = Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1]), Math.abs(to[0] - from[0] + to[1] - from[1]));
		pegs.delete(key(...from));
		const came = new Map([[key(...from), null]]), queue = [from];
		while (far > 1 && queue.length > 0 && !came.has(key(...to))) {
			const cell = queue.shift();
			for (const [dx, dy] of NEIGHBOURS) {
				const over = [cell[0] + dx, cell[1] + dy], next = [cell[0] + 2 * dx, cell[1] + 2 * dy];
				if (!pegs.has(key(...over)) || !holds(...next) || pegs.has(key(...next)) || came.has(key(...next)))
					continue;
				came.set(key(...next), cell);
				queue.push(next);
			}
		}
		if (far <= 1 || !came.has(key(...to)))
			return [from, to];
		const way = [];
		for (let cell = to; cell !== null; cell = came.get(key(...cell)))
			way.unshift(cell);
		return way;
	}

	function triangle(name, wide, corners) {
		const at = corners.map(([x, y]) => `${px(x, y).toFixed(1)} ${py(y).toFixed(1)}`);
		return make("path", { class: name, "stroke-width": wide, d: `M${at.join("L")}Z` });
	}

	function ground(seats) {
		const parts = [];
		for (const [name, wide] of [["star-edge", 51], ["star", 47]])
			for (const corners of STAR)
				parts.push(triangle(name, wide, corners));
		(SEATED[seats] || []).forEach((point, i) =>
			parts.push(triangle(`point seat-${i + 1}`, 38, POINTS[point])));
		return parts;
	}

	function holes() {
		let lines = "";
		for (const [x, y] of CELLS)
			for (const [dx, dy] of NEIGHBOURS.slice(0, 3))
				if (holds(x + dx, y + dy))
					lines += `M${px(x, y).toFixed(1)} ${py(y).toFixed(1)}L${px(x + dx, y + dy).toFixed(1)} ${py(y + dy).toFixed(1)}`;
		return [make("path", { class: "star-lines", d: lines }),
			...CELLS.map(([x, y]) => make("circle", { class: "pit", cx: px(x, y), cy: py(y), r: 8 }))];
	}

	/* Rows at the left, each column's letter below its lowest cell. */
	function names() {
		const parts = [];
		for (let y = -8; y <= 8; y++)
			parts.push(write(14, py(y) + 5, 13, String(y + 9), "soft"));
		for (let x = -8; x <= 8; x++) {
			const y = CELLS.filter((cell) => cell[0] === x).at(-1)[1] - 0.88;
			parts.push(write(px(x, y), py(y) + 5, 13, String.fromCharCode(105 + x), "soft"));
		}
		return parts;
	}

	/* Jumps are bent, so that what stands on the peg below can be read. */
	function drawWay(way, seat) {
		let d = "";
		way.forEach(([x, y], i) => {
			const at = `${px(x, y).toFixed(1)} ${py(y).toFixed(1)}`;
			if (i === 0) {
				d = `M${at}`;
				return;
			}
			const [ax, ay] = [px(...way[i - 1]), py(way[i - 1][1])], [bx, by] = [px(x, y), py(y)];
			const step = (bx - ax) ** 2 + (by - ay) ** 2 < 2 * STEP ** 2;
			d += step ? `L${at}` : `Q${((ax + bx) / 2 + 0.33 * (by - ay)).toFixed(1)} ${((ay + by) / 2 - 0.33 * (bx - ax)).toFixed(1)} ${at}`;
		});
		return [make("path", { class: "way-edge", d }), make("path", { class: "way", d }),
			...way.slice(1, -1).map(([x, y]) => make("circle", { class: "way-stop", cx: px(x, y), cy: py(y), r: 5 })),
			make("circle", { class: `way-from seat-${seat}`, cx: px(...way[0]), cy: py(way[0][1]), r: 11 })];
	}

	Board.games["chinese-checkers"] = {
		draw(scene) {
			const pegs = pegsOf(scene.position), way = wayOf(scene), parts = [];
			for (const [x, y] of CELLS)
				if (pegs.has(key(x, y)))
					parts.push(stone(scene.game, pegs.get(key(x, y)), px(x, y), py(y), 16.5));
			if (way.length > 0) {
				const [x, y] = way.at(-1);
				parts.push(...drawWay(way, scene.mover));
				parts.push(stone(scene.game, scene.mover, px(x, y), py(y), 16.5));
				parts.push(make("circle", { class: "last", cx: px(x, y), cy: py(y), r: 19 }));
			}
			return frame(WIDTH, HEIGHT, ...ground(scene.seats), ...holes(), ...names(), ...parts);
		},
		tell(scene) {
			const pegs = pegsOf(scene.position), lines = [];
			for (let seat = 1; seat <= scene.seats; seat++) {
				const cells = CELLS.filter(([x, y]) => pegs.get(key(x, y)) === seat)
					.map(([x, y]) => String.fromCharCode(105 + x) + (y + 9));
				lines.push(`${"ABCDEF"[seat - 1]}  ${cells.join(" ")}`);
			}
			return lines.join("\n");
		},
	};
})();
