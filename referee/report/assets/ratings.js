/*
 * ratings.js - ratings over the games of a tournament, drawn by uPlot: a line and a symbol for each
 * bot and the band that its error leaves, which bots are in it, a closer look at some of the games,
 * and the numbers under the pointer. Drawn again with newer data it stays as the reader has set it.
 *
 * data: { games, lines: [{ bot, at, elo, error }] }; error is there where a line has a band of 95 %
 * around it.
 */
const Ratings = (() => {
	const { tag } = Replay;
	const SHOWN = 8, LEAST = 2; /* bots at first; games in the closest look */
	const HEIGHT = 380, PAPER = 680, WIDE = 560, NAMES = 168, APART = 60; /* pixels */
	const WHOLE_STEPS = [...Array(10).keys()].flatMap((power) => [1, 2, 5].map((n) => n * 10 ** power));

	/* What the reader has set: bots that are shown, by name, with the look that each once got; and
	 * from which game to which, null for all. A page has one plot. */
	const kept = { on: new Map(), looks: new Map(), zoom: null };
	let plot = null, fit = () => {}, held = false, later = null;

	/* --- numbers --------------------------------------------------------------------------- */

	function linesOf(bots, data) {
		return data.lines.map((line, i) => {
			const name = bots[line.bot];
			if (!kept.looks.has(name))
				kept.looks.set(name, kept.looks.size);
			if (!kept.on.has(name))
				kept.on.set(name, i < SHOWN);
			const edge = (sign) => line.error && line.elo.map((elo, j) => elo + sign * line.error[j]);
			return { name, look: kept.looks.get(name), xs: line.at, ys: line.elo, low: edge(-1), high: edge(1), get on() { return kept.on.get(name); } };
		});
	}

	/* What uPlot draws: the places of all lines in one column, then a column for each edge and line
	 * with holes where it has no point. Tells each line which are its own. */
	function columns(lines) {
		const xs = [...new Set(lines.flatMap((line) => line.xs))].sort((a, b) => a - b), row = new Map(xs.map((x, i) => [x, i]));
		const all = [xs];
		const add = (line, ys) => {
			const column = Array(xs.length);
			line.xs.forEach((x, i) => { column[row.get(x)] = ys[i]; });
			return all.push(column) - 1;
		};
		for (const line of lines)
			line.edges = line.low ? [add(line, line.high), add(line, line.low)] : [];
		for (const line of lines)
			Object.assign(line, { column: add(line, line.ys), rows: line.xs.map((x) => row.get(x)) });
		return all;
	}

	/* A line between its points; undefined before its first and after its last. */
	function valueAt(xs, ys, x) {
		const i = xs.findIndex((at) => at >= x);
		return i < 0 ? undefined : xs[i] === x ? ys[i] : i > 0 ? ys[i - 1] + (ys[i] - ys[i - 1]) * (x - xs[i - 1]) / (xs[i] - xs[i - 1]) : undefined;
	}

	/* All that is seen from one game to another. */
	function seen(lines, from, to) {
		return lines.filter((line) => line.on).flatMap((line) => [line.ys, line.low, line.high].filter(Boolean).flatMap((ys) =>
			[valueAt(line.xs, ys, from), ...ys.filter((_, i) => line.xs[i] >= from && line.xs[i] <= to), valueAt(line.xs, ys, to)].filter((y) => y !== undefined)));
	}

	/* The row of a line's point that is next to a place; null where the line has not begun. */
	function nearest(u, line, x) {
		if (line.xs.length === 0 || x < line.xs[0] - 4 * (u.scales.x.max - u.scales.x.min) / u.over.clientWidth)
			return null;
		return line.rows[line.xs.reduce((best, at, i) => (Math.abs(at - x) < Math.abs(line.xs[best] - x) ? i : best), 0)];
	}

	/* --- drawing --------------------------------------------------------------------------- */

	/* The style's colours as they are now: light, dark, or for paper. */
	let colours = null;
	function takeColours() {
		const style = getComputedStyle(document.documentElement), of = (name) => style.getPropertyValue(`--${name}`).trim();
		colours = { ink: of("ink"), soft: of("soft"), line: of("line"), strong: of("strong-line"), card: of("card"),
			looks: Array.from({ length: Plot.LOOKS }, (_, i) => of(`look-${i + 1}`)) };
	}
	const colourOf = (line) => () => colours.looks[line.look % Plot.LOOKS];

	/* The points of a line that get a symbol: some way apart, and its last. */
	function marked(u, line) {
		const [first, last] = u.series[0].idxs, found = [];
		let at = -Infinity;
		for (const row of line.rows.filter((one) => one >= first && one <= last)) {
			const x = u.valToPos(u.data[0][row], "x");
			if (x < 0 || x > u.over.clientWidth || (x - at < APART && row !== line.rows.at(-1)))
				continue;
			found.push(row);
			at = x;
		}
		return found;
	}

	function symbols(u, line, rows) {
		const path = new Path2D(), shape = new Path2D(Plot.shape(line.look)), size = uPlot.pxRatio;
		for (const row of rows)
			path.addPath(shape, new DOMMatrix([size, 0, 0, size, u.valToPos(u.data[0][row], "x", true), u.valToPos(u.data[line.column][row], "y", true)]));
		return { stroke: path, fill: path, clip: null, flags: 0 };
	}

	/* Draws on the canvas in pixels of the page; uPlot knows nothing of it. */
	function paint(u, font, draw) {
		u.ctx.save();
		u.ctx.scale(uPlot.pxRatio, uPlot.pxRatio);
		u.ctx.font = font;
		u.ctx.lineWidth = 1;
		u.ctx.textAlign = "left";
		u.ctx.textBaseline = "middle";
		draw(u.ctx, (y) => u.valToPos(y, "y", true) / uPlot.pxRatio);
		u.ctx.restore();
	}

	/* The name of the axis, and the line of who is neither better nor worse than the others. */
	function paintZero(u, zero, font) {
		paint(u, font, (ctx, at) => {
			const { left, width } = u.bbox, { min, max } = u.scales.y;
			ctx.fillStyle = colours.soft;
			ctx.fillText("Elo", 4, 10);
			ctx.fillStyle = colours.strong;
			if (zero > min && zero < max)
				ctx.fillRect(left / uPlot.pxRatio, Math.round(at(zero)), width / uPlot.pxRatio, 1);
		});
	}

	/* The name, or as much of it as there is room for (in pixels) and an ellipsis. */
	function shorten(ctx, name, room) {
		const signs = [...name], cut = () => `${signs.join("")}…`;
		if (ctx.measureText(name).width <= room)
			return name;
		while (signs.length > 0 && ctx.measureText(cut()).width > room)
			signs.pop();
		return cut();
	}

	/* Names at the lines' ends, pushed apart so that each can be read. */
	function paintNames(u, lines, font) {
		paint(u, font, (ctx, at) => {
			const { min, max } = u.scales.x, gap = 15, right = u.width - NAMES;
			const names = lines.filter((line) => line.on && line.xs[0] <= max && line.xs.at(-1) >= min).map((line) => {
				const x = Math.min(max, line.xs.at(-1));
				return { line, x: u.valToPos(x, "x", true) / uPlot.pxRatio, y: at(valueAt(line.xs, line.ys, x)) };
			}).sort((a, b) => a.y - b.y);
			let low = 8, high = HEIGHT - 40 + gap;
			for (const name of names)
				low = name.place = Math.max(name.y, low) + gap;
			for (const name of names.slice().reverse())
				high = name.place = Math.min(name.place, high) - gap;
			for (const { line, x, y, place } of names) {
				ctx.strokeStyle = colours.strong;
				ctx.setLineDash([1, 3]);
				ctx.stroke(new Path2D(`M${x + 6} ${y}L${right + 10} ${place}`));
				ctx.setLineDash([]);
				ctx.translate(right + 18, place);
				ctx.fillStyle = colourOf(line)();
				ctx.fill(new Path2D(Plot.shape(line.look)));
				if (Plot.hollow(line.look)) {
					ctx.strokeStyle = colours.ink;
					ctx.stroke(new Path2D(Plot.shape(line.look)));
				}
				ctx.fillStyle = colours.ink;
				ctx.fillText(shorten(ctx, line.name, NAMES - 32), 12, 0);
				ctx.translate(-right - 18, -place);
			}
		});
	}

	/* --- what uPlot is told ------------------------------------------------------------------ */

	function seriesOf(lines) {
		const edges = lines.flatMap((line) => line.edges.map(() => ({ show: line.on, width: 0, alpha: 0.14, points: { show: false } })));
		return [{}, ...edges, ...lines.map((line) => ({ show: line.on, width: 2, stroke: colourOf(line),
			points: { show: true, size: 9, width: 1, fill: colourOf(line), stroke: () => (Plot.hollow(line.look) ? colours.ink : colours.card),
				filter: (u) => marked(u, line), paths: (u, index, from, to, rows) => symbols(u, line, rows) } }))];
	}

	function axesOf(font) {
		const text = { font, stroke: () => colours.soft, ticks: { show: false }, values: (u, splits) => splits.map(Plot.tick) };
		return [{ ...text, label: "games of the tournament", labelFont: font, labelSize: 18, size: 26, gap: 7, space: 70, incrs: WHOLE_STEPS, grid: { show: false },
			border: { show: true, width: 1, stroke: () => colours.strong } },
		{ ...text, size: 46, gap: 8, space: 50, grid: { width: 1, stroke: () => colours.line } }];
	}

	function cursorOf(lines, whole) {
		const own = new Map(lines.map((line) => [line.column, line]));
		return { y: false, drag: { x: true, y: false, dist: 6, setScale: false },
			points: { show: (u, index) => own.has(index) && tag("div") },
			bind: { dblclick: () => whole },
			dataIdx: (u, index, near, x) => (index === 0 ? near : own.has(index) ? nearest(u, own.get(index), x) : null) };
	}

	/* --- the plot and what belongs to it ------------------------------------------------------- */

	function draw(place, bots, data) {
		if (held) { /* whoever drags across it is not interrupted */
			later = () => draw(place, bots, data);
			return;
		}
		const lines = linesOf(bots, data), table = columns(lines), banded = lines.some((line) => line.low), old = plot;
		const font = `12px ${getComputedStyle(place).fontFamily}`;
		const canvas = tag("div", { className: "canvas", role: "img" }), said = tag("span");
		const half = tag("button", { type: "button" }, "Newer half"), whole = tag("button", { type: "button" }, "Whole");
		const legend = tag("fieldset", { className: "legend" }, tag("legend", {}, "Bots in the plot"));
		const range = () => kept.zoom || [0, data.games];

		/* In words: who is drawn, and which games. */
		function tell() {
			const part = kept.zoom ? `games ${Math.round(range()[0])} to ${Math.round(range()[1])} of ${data.games}` : `${data.games} games`;
			canvas.setAttribute("aria-label", `${banded ? "Elo with its error" : "Running Elo"} of ${lines.filter((line) => line.on).map((line) => line.name).join(", ")} over ${part}; the same as a table below`);
			said.textContent = kept.zoom ? `Only ${part}.` : "Drag across the plot to look closer.";
			said.className = kept.zoom ? "" : "hint";
			if (!kept.zoom && document.activeElement === whole)
				half.focus();
			whole.disabled = !kept.zoom;
		}

		function zoom(from, to) {
			const low = Math.max(0, Math.min(from, data.games - LEAST)), high = Math.min(data.games, Math.max(to, low + LEAST));
			kept.zoom = low > 0 || high < data.games ? [low, high] : null;
			plot.setScale("x", { min: low, max: high });
			tell();
		}
		const zoomOut = () => zoom(0, data.games);

		function select(u) {
			const { left, width } = u.select;
			if (width === 0)
				return;
			u.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
			zoom(u.posToVal(left, "x"), u.posToVal(left + width, "x"));
		}

		/* What the lines are under the pointer. */
		function point(u) {
			const word = (value) => `${value < 0 ? "−" : banded ? "+" : ""}${Math.abs(value).toFixed(0)}`;
			for (const line of lines) {
				const row = line.on && u.cursor.left >= 0 ? u.cursor.idxs[line.column] ?? null : null, value = row !== null && table[line.column][row];
				line.said.textContent = row === null ? "" : `${word(value)}${line.low ? ` ± ${(table[line.edges[0]][row] - value).toFixed(0)}` : ""}`;
			}
		}

		const create = (width) => new uPlot({ width, height: HEIGHT, legend: { show: false }, padding: [26, (u) => (u.width > WIDE ? NAMES : 20), 0, 0],
			scales: { x: { time: false, range }, y: { range: (u) => Plot.span(seen(lines, ...range()), 10) } },
			series: seriesOf(lines), bands: lines.filter((line) => line.low).map((line) => ({ series: line.edges, fill: colourOf(line) })),
			axes: axesOf(font), cursor: cursorOf(lines, zoomOut),
			hooks: { drawClear: [takeColours], drawAxes: [(u) => paintZero(u, banded ? 0 : 1500, font)], setSelect: [select], setCursor: [point],
				draw: [(u) => u.width > WIDE && paintNames(u, lines, font)] } }, table, canvas);

		for (const line of lines) {
			const box = tag("input", { type: "checkbox", checked: line.on });
			box.addEventListener("change", () => {
				kept.on.set(line.name, box.checked);
				plot?.batch(() => [...line.edges, line.column].forEach((column) => plot.setSeries(column, { show: box.checked })));
				tell();
			});
			legend.append(tag("label", {}, box, Plot.key(line.look), tag("bdi", {}, line.name), line.said = tag("span", { className: "soft n" })));
		}
		half.addEventListener("click", () => zoom((range()[0] + range()[1]) / 2, range()[1]));
		whole.addEventListener("click", zoomOut);
		canvas.addEventListener("mousedown", (event) => { held = event.button === 0; });

		const focus = [...place.querySelectorAll("input, button")].indexOf(document.activeElement);
		place.replaceChildren(canvas, tag("div", { className: "zoom" }, said, half, whole), legend);
		tell();
		plot = null;
		fit = () => {
			const width = Math.floor(canvas.clientWidth);
			if (width > 0 && plot === null)
				plot = create(width);
			else if (width > 0 && width !== plot.width)
				plot.setSize({ width, height: HEIGHT });
		};
		fit();
		new ResizeObserver(() => canvas.isConnected && fit()).observe(canvas);
		if (old?.cursor.left >= 0)
			plot?.setCursor({ left: old.cursor.left, top: old.cursor.top });
		old?.destroy();
		place.querySelectorAll("input, button")[focus]?.focus({ preventScroll: true });
	}

	window.addEventListener("mouseup", () => {
		const draw = later;
		held = false;
		later = null;
		draw?.();
	});

	/* Paper is light whatever the screen is, and narrower. */
	function paper(on) {
		document.documentElement.classList.toggle("paper", on);
		if (on)
			plot?.setSize({ width: Math.min(plot.width, PAPER), height: HEIGHT });
		else
			fit();
		plot?.redraw(false);
	}
	window.addEventListener("beforeprint", () => paper(true));
	window.addEventListener("afterprint", () => paper(false));
	for (const media of ["(prefers-color-scheme: dark)", "print"])
		matchMedia(media).addEventListener("change", () => plot?.redraw(false));

	return { draw };
})();
