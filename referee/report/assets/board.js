/*
 * board.js - fills the cells of a drawn board. The server draws the boards of all games, so this
 * script needs no knowledge of games (referee/board/board.h defines cells).
 */
const Board = (() => {
	const SVG = "http://www.w3.org/2000/svg", CELLS = ".cells use, .cells text, .cells path:not(.way)";

	/* Makes an SVG element with its attributes and children; a text is a child. */
	function make(name, attributes, ...children) {
		const element = document.createElementNS(SVG, name);
		for (const [key, value] of Object.entries(attributes || {}))
			element.setAttribute(key, typeof value === "number" ? +value.toFixed(2) : value);
		element.append(...children.filter((child) => child !== null));
		return element;
	}

	const piece = (cell) => (cell.getAttribute("href") || "").slice(3); /* less "#p-" */

	function read(cell, cells) {
		if (cell.tagName === "text")
			return cell.textContent;
		if (cell.tagName === "path")
			return cell.getAttribute("d");
		const at = (one) => `${one.getAttribute("x")} ${one.getAttribute("y")}`;
		return !cell.classList.contains("float") || piece(cell) === "" ? piece(cell)
			: `${cells.findIndex((one) => one.tagName === "use" && at(one) === at(cell))} ${piece(cell)}`;
	}

	function write(cell, value, cells) {
		if (cell.tagName === "text") {
			cell.textContent = value;
			return;
		}
		if (cell.tagName === "path") {
			for (const path of [cell, cell.parentNode.nextElementSibling]) /* its edge, and itself */
				path.setAttribute("d", value);
			return;
		}
		const [at, name] = cell.classList.contains("float") && value !== "" ? value.split(" ") : [null, value];
		for (const key of at === null ? [] : ["x", "y"])
			cell.setAttribute(key, cells[at].getAttribute(key));
		if (name === "")
			cell.removeAttribute("href");
		else
			cell.setAttribute("href", `#p-${name}`);
	}

	/* Describes the cells by their names: texts unchanged, places by the mark of the seat there. */
	function describe(cells, values, marks) {
		const lines = new Map(), lettered = new Set(cells.filter((_, i) => values[i] !== "").map((cell) => cell.dataset.cell));
		cells.forEach((cell, i) => {
			const name = cell.dataset.cell, seat = cell.tagName === "use" && /^[1-9]/.exec(values[i]);
			if (name === undefined || lettered.has(`@${name}`) || values[i] === "" || (cell.tagName === "use" && !seat))
				return;
			const [key, word] = seat ? [marks[seat[0] - 1], name]
				: name[0] === "@" ? [values[i], name.slice(1)] : [name, values[i]]; /* a stone's letter at its cell */
			lines.set(key, `${lines.has(key) ? `${lines.get(key)} ` : ""}${word}`);
		});
		return [...lines].map(([key, words]) => (key === "" ? words : `${key}: ${words}`)).join("\n");
	}

	/*
	 * Controls a drawn board: { element, show(i), describe() }. boards: the changes from the original
	 * drawing to the first board, from that to the second, and so on.
	 */
	function create(element, boards, marks) {
		const cells = [...element.querySelectorAll(CELLS)];
		const all = [];
		let now = cells.map((cell) => read(cell, cells));
		let shown = now;
		for (const changes of boards) {
			now = now.slice();
			for (let i = 0; i < changes.length; i += 2)
				now[changes[i]] = changes[i + 1];
			all.push(now);
		}
		function show(at) {
			cells.forEach((cell, i) => all[at][i] !== shown[i] && write(cell, all[at][i], cells));
			shown = all[at];
			if (marks !== "")
				element.setAttribute("aria-label", `The board: ${description().replace(/\n/g, "; ")}`);
		}
		const description = () => describe(cells, shown, marks);
		return { element, show, describe: description };
	}

	/* Fills a drawn board that is hidden from screen readers; values: the change from an empty one. */
	function fill(element, values) {
		create(element, [[...element.querySelectorAll(CELLS)].flatMap((_, i) => [i, ""]).concat(values)], "").show(0);
	}

	return { make, create, fill };
})();
