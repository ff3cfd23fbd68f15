/*
 * ratings.js - ratings over the games of a tournament: the plot, which bots are in it, and the
 * numbers under the pointer. Drawn again with newer data it stays as the reader has set it.
 *
 * data: { games, lines: [{ bot, at, elo, error }] }; error is there where a line has a band of 95 %
 * around it.
 */
const Ratings = (() => {
	const { tag } = Replay;

	function draw(place, bots, data) {
		const banded = data.lines.some((line) => line.error);
		const set = place.ratingsSet || (place.ratingsSet = new Map());
		const all = data.lines.map((line, i) => ({ name: bots[line.bot], look: i, xs: line.at, ys: line.elo, on: set.get(bots[line.bot]) ?? i < Plot.SHOWN,
			low: line.error && line.elo.map((elo, j) => elo - line.error[j]), high: line.error && line.elo.map((elo, j) => elo + line.error[j]) }));
		const canvas = tag("div", { className: "canvas" });
		const legend = tag("fieldset", { className: "legend" }, tag("legend", {}, "Bots in the plot"));
		const redraw = Plot.keep(canvas, 380, (width, height) => {
			const on = all.filter((line) => line.on);
			const svg = Plot.draw({ lines: on, x: [0, data.games], y: Plot.span(on, 10), zero: banded ? 0 : 1500, xName: "games of the tournament", yName: "Elo",
				label: `${banded ? "Elo with its error" : "Running Elo"} of ${on.map((line) => line.name).join(", ")} over ${data.games} games; the same as a table below`,
				labels: true }, width, height);
			svg.addEventListener("pointermove", (event) => point(svg, height, event.clientX - svg.getBoundingClientRect().left));
			svg.addEventListener("pointerleave", () => point(svg, height, null));
			return svg;
		});

		/* What the lines are at a place of the plot; x null: nowhere. */
		function point(svg, height, x) {
			svg.querySelector(".cursor")?.remove();
			const { plotted } = svg, perGame = plotted.x(1) - plotted.x(0), at = x === null ? null : (x - plotted.x(0)) / perGame;
			const first = Math.min(...all.map((line) => line.xs[0])), known = at !== null && at >= first - 4 / perGame && at <= data.games + 4 / perGame;
			all.forEach((line) => {
				const near = known && line.on ? line.xs.reduce((best, value, i) => (Math.abs(value - at) < Math.abs(line.xs[best] - at) ? i : best), 0) : -1;
				const word = (value) => `${value < 0 ? "−" : banded ? "+" : ""}${Math.abs(value).toFixed(0)}`;
				line.said.textContent = near < 0 || line.ys[near] === null ? "" : `${word(line.ys[near])}${line.low ? ` ± ${(line.ys[near] - line.low[near]).toFixed(0)}` : ""}`;
			});
			if (known)
				svg.append(Board.make("path", { class: "cursor", d: `M${x.toFixed(1)} 20V${height - 40}` }));
		}

		for (const line of all) {
			const box = tag("input", { type: "checkbox", checked: line.on });
			box.addEventListener("change", () => {
				line.on = box.checked;
				set.set(line.name, line.on);
				redraw();
			});
			legend.append(tag("label", {}, box, Board.make("svg", { viewBox: "-8 -8 16 16", class: "key", "aria-hidden": "true" }, Plot.symbol(line.look, 0, 0)),
				tag("bdi", {}, line.name), line.said = tag("span", { className: "soft n" })));
		}
		const focus = [...place.querySelectorAll("input")].indexOf(document.activeElement);
		place.replaceChildren(canvas, legend);
		redraw();
		place.querySelectorAll("input")[focus]?.focus({ preventScroll: true });
	}

	return { draw };
})();
