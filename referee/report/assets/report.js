/*
 * report.js - the report: its visible part, chosen by the address's fragment, and the filter of its
 * games.
 *
 *   #game-12, #game-12-ply-7   a game, at its end or after this many plies
 *   #games-3, #games-3-5       the games of one bot or of two, by their rows in the standings from 0
 */
(() => {
	const { tag } = Replay;
	const by = (id) => document.getElementById(id);
	const data = (id) => JSON.parse(by(id).textContent);
	const report = data("report-data"), home = document.title;
	const main = by("main"), menu = document.querySelector(".menu"), top = document.querySelector(".top"), place = by("replay");
	const ROWS = 50;
	let replay = null, shown = null, scrolled = 0;

	/* --- the list of games ---------------------------------------------------------------- */

	const rows = [...document.querySelectorAll("#games-table tbody tr")].map((row) => ({ row, bots: row.dataset.bots.split(" ").map(Number),
		ranks: row.dataset.ranks.split(" ").map(Number), fault: row.dataset.fault === "1" }));
	const filter = { bot: -1, other: -1, result: "", most: ROWS };
	let controls = null;

	/* A seat's result: won, drawn, lost. If all seats failed together, all ranks are 0. */
	function went(game, seat) {
		const tied = game.ranks.filter((rank) => rank === game.ranks[seat]).length;
		return game.ranks[seat] !== 1 ? "lost" : tied > 1 ? "drawn" : "won";
	}

	function passes(game) {
		const seats = filter.bot < 0 ? [0] : game.bots.flatMap((bot, seat) => (bot === filter.bot ? [seat] : []));
		return seats.length > 0 && (filter.other < 0 || game.bots.includes(filter.other)) &&
			(filter.result === "" || (filter.result === "fault" ? game.fault : seats.some((seat) => went(game, seat) === filter.result)));
	}

	function applyFilter() {
		let found = 0;
		for (const game of rows) {
			const good = passes(game);
			found += good;
			game.row.hidden = !good || found > filter.most;
		}
		by("games-more").hidden = found <= filter.most;
		by("games-more").textContent = `Show ${Math.min(ROWS, found - filter.most)} more`;
		controls.count.textContent = found === rows.length ? `${found} games` : `${found} of ${rows.length} games`;
		controls.result.options[1].textContent = filter.bot < 0 ? "won by the first seat" : "won by the bot";
		controls.result.options[3].textContent = filter.bot < 0 ? "not won by the first seat" : "lost by the bot";
		controls.clear.hidden = filter.bot < 0 && filter.other < 0 && filter.result === "";
	}

	function choice(name, options, change) {
		const id = `filter-${name.toLowerCase()}`;
		const select = tag("select", { id }, options.map(([value, text]) => tag("option", { value }, text)));
		select.addEventListener("change", () => change(select.value));
		return { box: tag("div", {}, tag("label", { htmlFor: id }, name), select), select };
	}

	/* The fragment contains the bots, so that a link selects these games. */
	function address() {
		const bots = [filter.bot, filter.other].filter((bot) => bot >= 0);
		return bots.length > 0 && filter.bot >= 0 ? `#games-${bots.join("-")}` : "#games";
	}

	function makeFilter() {
		const bots = (any) => [[-1, any], ...report.bots.map((bot, i) => [i, bot])];
		const changed = () => {
			filter.most = ROWS;
			replaceAddress(address());
			applyFilter();
		};
		const bot = choice("Bot", bots("any"), (value) => { filter.bot = Number(value); changed(); });
		const other = choice("Against", bots("any"), (value) => { filter.other = Number(value); changed(); });
		const result = choice("Result", [["", "any"], ["won", ""], ["drawn", "drawn"], ["lost", ""], ["fault", "ended by a fault"]],
			(value) => { filter.result = value; changed(); });
		const count = tag("output", { "aria-live": "polite" });
		const clear = tag("button", { type: "button" }, "Show all");
		clear.addEventListener("click", () => { setFilter(-1, -1); changed(); });
		controls = { bot: bot.select, other: other.select, result: result.select, count, clear };
		by("filter").append(bot.box, other.box, result.box, clear, count);
		by("games-more").addEventListener("click", () => { filter.most += ROWS; applyFilter(); });
		applyFilter();
	}

	function setFilter(bot, other) {
		Object.assign(filter, { bot, other, result: "", most: ROWS });
		controls.bot.value = bot;
		controls.other.value = other;
		controls.result.value = "";
		applyFilter();
	}

	/* A copy of the board for the game's data. */
	const drawing = (game) => by(`board-${game.board}`)?.content.firstElementChild.cloneNode(true);

	/* The last position of the newest game, as a link to it. */
	function makeGlimpse() {
		const last = rows.at(-1)?.row.querySelector("a").getAttribute("href");
		const game = last && JSON.parse(by(`g${last.slice(6)}`).textContent);
		if (!game || game.why !== undefined)
			return;
		const picture = drawing(game);
		Board.create(picture, game.boards, report.marks).show(game.boards.length - 1);
		picture.setAttribute("aria-hidden", "true");
		top.firstElementChild.append(tag("a", { href: last, className: "glimpse" }, picture,
			tag("span", {}, `Go through game ${game.id}, the newest`)));
		top.classList.add("with-glimpse");
	}

	/* --- the visible part ------------------------------------------------------------------ */

	/* Steps through a game add nothing to the browser's history. */
	function replaceAddress(fragment) {
		try {
			history.replaceState(null, "", fragment);
		} catch {
			location.replace(fragment);
		}
	}

	function neighbours(id) {
		const ids = rows.filter(passes).map((game) => game.row.querySelector("a").getAttribute("href"));
		const at = ids.indexOf(`#game-${id}`);
		return tag("nav", { className: "neighbours", "aria-label": "Other games" },
			tag("a", { href: "#games", className: "to-list" }, "All games"),
			at > 0 ? tag("a", { href: ids[at - 1] }, "‹ Previous") : null,
			at >= 0 && at + 1 < ids.length ? tag("a", { href: ids[at + 1] }, "Next ›") : null);
	}

	function players(game) {
		return game.players.flatMap((player, i) => [...(i > 0 ? [" – "] : []), tag("bdi", {}, report.bots[player.bot] ?? "?")]);
	}

	function openGame(id, ply) {
		const source = by(`g${id}`);
		if (!source)
			return tag("div", {}, neighbours(id), tag("h2", { tabIndex: -1 }, `Game ${id}`),
				tag("p", { className: "note" }, "This game is not in this file."));
		const game = JSON.parse(source.textContent);
		replay = Replay.create(report, game, drawing(game), { ply, moved: (at) => replaceAddress(`#game-${id}-ply-${at}`) });
		document.title = `Game ${id} - ${home}`;
		return tag("div", {}, neighbours(id), tag("h2", { tabIndex: -1 }, `Game ${id}`),
			tag("p", { className: "played" }, players(game), tag("span", { className: "dot" }, " · "), tag("b", {}, game.result),
				tag("span", { className: "dot" }, " · "), game.reason, tag("span", { className: "dot" }, " · "), `round ${game.round}`), replay.element);
	}

	function showGame(id, ply) {
		if (shown === id && replay) {
			replay.show(ply ?? replay.plies);
			return;
		}
		if (shown === null)
			scrolled = window.scrollY;
		if (replay)
			replay.stop();
		replay = null;
		shown = id;
		for (const part of [main, menu, top])
			part.hidden = true;
		place.hidden = false;
		place.replaceChildren(openGame(id, ply));
		window.scrollTo(0, 0);
		place.querySelector("h2").focus({ preventScroll: true });
	}

	function showReport() {
		if (shown === null)
			return false;
		if (replay)
			replay.stop();
		replay = shown = null;
		document.title = home;
		place.replaceChildren();
		place.hidden = true;
		for (const part of [main, menu, top])
			part.hidden = false;
		window.scrollTo(0, scrolled);
		return true;
	}

	function route() {
		const game = /^#game-(\d+)(?:-ply-(\d+))?$/.exec(location.hash);
		const games = /^#games-(\d+)(?:-(\d+))?$/.exec(location.hash);
		if (game) {
			showGame(Number(game[1]), game[2] === undefined ? undefined : Number(game[2]));
			return;
		}
		const back = showReport();
		if (games && controls) {
			setFilter(Number(games[1]), games[2] === undefined ? -1 : Number(games[2]));
			by("games").scrollIntoView();
		} else if (!back && location.hash.length > 1 && by(location.hash.slice(1))) {
			by(location.hash.slice(1)).scrollIntoView();
		}
	}

	document.addEventListener("click", (event) => {
		const link = event.target.closest("a[data-bots]");
		if (!link || !controls || event.ctrlKey || event.metaKey || event.shiftKey)
			return;
		event.preventDefault();
		location.hash = `games-${link.dataset.bots.replace(" ", "-")}`;
		by("games-title").tabIndex = -1;
		by("games-title").focus({ preventScroll: true });
	});

	/* Forms and scrollable boxes keep their own keys. */
	document.addEventListener("keydown", (event) => {
		const own = event.target.closest("input:not([type=range]), select, textarea, pre");
		if (replay && !own && replay.key(event))
			event.preventDefault();
	});

	document.documentElement.classList.add("scripted");
	if (by("filter")) {
		makeFilter();
		makeGlimpse();
	}
	window.addEventListener("hashchange", route);
	route();
})();
