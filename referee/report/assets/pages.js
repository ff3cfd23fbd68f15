/*
 * pages.js - the pages of the web process: live updates without a jump, and the replay of games.
 *
 * An event says only that something is new. After a move of the shown game the script requests the
 * plies that it has not, as JSON. After other events it requests a page again and takes the elements
 * with data-live from it: data-live="moves" after every move, others after results. A reader that was
 * absent requests the page once on return, so no change is missed. After a move the list of games
 * (data-live="games") is filled from its JSON. A page that follows a bot (data-follow) shows another
 * game when the bot begins one.
 */
(() => {
	const { tag } = Replay;
	const by = (id) => document.getElementById(id);
	const data = (id, page = document) => page.getElementById(id) && JSON.parse(page.getElementById(id).textContent);
	const base = by("main").dataset.base;
	const MOVES = 250, RESULTS = 2000, MIN_REST = 3;
	let pairing = by("game")?.dataset.pairing; /* undefined: the page is not of a game in play */
	const follows = by("game")?.dataset.follow !== undefined;
	const list = document.querySelector("[data-live=games]");

	/* --- clocks ---------------------------------------------------------------------------- */

	/* ahead: by how many milliseconds the server's clock is ahead. clocks: what ticks: element, left (us), since: when
	 * the seat was asked, in the server's milliseconds; null: it does not tick. */
	let ahead = 0, clocks = [];

	function tick() {
		for (const { element, left, since } of clocks) {
			const text = Replay.clockText(Math.max(0, left - (since === null ? 0 : 1000 * Math.max(0, Date.now() + ahead - since))));
			if (element.textContent !== text)
				element.textContent = text;
		}
	}

	/* A seat's clock; one without a tc counts down from the time of each move. */
	const clockOf = (element, clock, turn, moved) => ({ element, left: clock.left, since: turn ? moved : null });

	/* The clocks of the shown game are those at its end. */
	function showClocks() {
		const rows = replay ? [...replay.element.querySelectorAll(".players li")] : [], end = replay?.ply === replay?.plies;
		clocks = rows.map((row, i) => [row.querySelector(".clock"), game.players[i].clock, i + 1 === game.to_move]).filter(([element]) => element)
			.map(([element, clock, turn]) => clockOf(element, clock, turn && !ended, game.moved_ms));
		rows.forEach((row) => row.querySelector(".clock")?.classList.toggle("past", !end));
		tick();
	}

	/* --- a game ---------------------------------------------------------------------------- */

	let replay = null, game = null, report = null, board = null; /* board: the drawing as served */
	let ended = false; /* the shown game is over, or not played here any more */

	let flipped; /* undefined: as served */

	/* Writes the shown board into the address, and into the links that have it. */
	function address(ply) {
		const url = new URL(location.href);
		if (ply !== undefined)
			url.searchParams.set("ply", ply);
		if (flipped !== undefined)
			flipped ? url.searchParams.set("flip", 1) : url.searchParams.delete("flip");
		history.replaceState(null, "", url);
		for (const link of document.querySelectorAll("a[rel=prev], a[rel=next]"))
			link.search = url.searchParams.has("flip") ? "?flip=1" : "";
		share(url);
	}

	/* The texts to copy, complete and of the shown board. */
	function share(url) {
		if (!by("share"))
			return;
		by("share-link").value = url.href;
		by("share-frame").value = by("share-frame").value.replace(/src="[^"]*"/, `src="${url.origin}${url.pathname}/embed${url.search.replace("&", "&amp;")}"`);
	}

	/* Adds a button to each text to copy. The clipboard is not there without TLS; then the text is selected. */
	function makeShare() {
		for (const text of by("share")?.querySelectorAll("input, textarea") ?? []) {
			const button = tag("button", { type: "button" }, "Copy", tag("span", { className: "hear" }, ` ${text.labels[0].textContent.toLowerCase()}`));
			const said = tag("span", { className: "soft", role: "status" });
			button.addEventListener("click", async () => {
				text.select();
				const copied = await navigator.clipboard?.writeText(text.value).then(() => true, () => false) ?? document.execCommand("copy");
				said.textContent = copied ? "Copied" : "Selected; copy it with Ctrl+C";
			});
			text.addEventListener("focus", () => text.select());
			text.after(tag("p", {}, button, " ", said));
		}
	}

	/* A game in play keeps the reader's ply; a reader at its end follows it. */
	function showGame(next) {
		const place = by("game"), running = next.running, first = replay === null;
		const atEnd = !first && replay.ply === replay.plies && !replay.playing;
		const wanted = new URL(location.href).searchParams.get("ply");
		const ply = first ? (wanted !== null && /^\d+$/.test(wanted) ? Number(wanted) : undefined) : atEnd ? undefined : replay.ply;
		const focus = first ? null : keepFocus(place), open = first ? [] : [...place.querySelectorAll("details")].map((details) => details.open);
		if (!first)
			replay.stop();
		game = next;
		replay = Replay.create(report, game, board?.cloneNode(true), { ply, flipped, scores: by("scores"), blunders: by("blunders"), moved: (at) => (running ? showClocks() : address(at)),
			turned: (on) => { flipped = on; address(); } });
		place.replaceChildren(replay.element);
		place.querySelectorAll("details").forEach((details, i) => { details.open = Boolean(open[i]); });
		focus?.();
		if (running)
			showClocks();
		else
			document.querySelectorAll(".card .reason").forEach((reason) => reason.remove()); /* it stands beside the board */
	}

	/* Shows another game: the next one of a bot. */
	function changeGame(page) {
		const fresh = page.getElementById("game"), pieces = page.querySelector(".pieces");
		if (!document.querySelector(".pieces") && pieces)
			by("game").before(pieces);
		by("game").dataset.pairing = pairing = fresh.dataset.pairing;
		replay?.stop();
		replay = null;
		ended = false;
		takeGame(page);
		announce("Another game has begun.");
	}

	/* Shows the game of a page. */
	function takeGame(page) {
		const next = data("game-data", page);
		report = data("report-data", page);
		board = page.querySelector("#game .board")?.cloneNode(true);
		showGame(next);
	}

	/* The numbers of all plies; a number that no bot has given is null. */
	const NUMBERS = ["wall", "cpu", "wait", "depth", "score", "nodes"];
	function joined(next) {
		const nulls = (plies) => Array(plies.seats.length).fill(null);
		const numbers = NUMBERS.filter((key) => game[key] || next[key]).map((key) => [key, [...game[key] ?? nulls(game), ...next[key] ?? nulls(next)]]);
		return { ...game, ...next, to_move: next.to_move, ...Object.fromEntries(numbers), boards: [...game.boards, ...next.boards],
			seats: game.seats + next.seats, moves: [game.moves, next.moves].filter((moves) => moves !== "").join(" ") };
	}

	/* Adds the last moves to the table of all moves, as the server writes them. */
	function addRows(plies) {
		const ms = (us) => (us === null || us === undefined ? null : (us / 1000).toFixed(3));
		const cell = (text, name = "n") => tag("td", { className: name }, text ?? "–");
		game.moves.split(" ").forEach((move, i) => {
			const of = (key) => game[key]?.[i] ?? null;
			if (i >= plies)
				by("moves").querySelector("tbody").append(tag("tr", {}, cell(tag("a", { href: `?ply=${i + 1}` }, i + 1)), cell(game.seats[i]), cell(move, ""),
					cell(ms(of("wall"))), cell(ms(of("cpu"))), cell(ms(of("wait"))), cell(of("depth")),
					cell(of("score") === null ? null : Replay.scoreText(of("score")).replace("−", "-")), cell(of("nodes"))));
		});
	}

	document.addEventListener("keydown", (event) => {
		const own = event.target.closest("input:not([type=range]), select, textarea, pre");
		if (replay && !own && replay.key(event))
			event.preventDefault();
		const other = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
		if (event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey && !own && other)
			document.querySelector(`a[rel=${other}]`)?.click();
	});

	/* A link to a ply of this game shows it at once. */
	document.addEventListener("click", (event) => {
		const link = event.target.closest("a[href^='?ply=']");
		if (!replay || !link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
			return;
		event.preventDefault();
		replay.show(Number(new URL(link.href).searchParams.get("ply")));
		by("game").scrollIntoView({ block: "nearest" });
	});

	/* --- live updates ------------------------------------------------------------------------ */

	/* The path of the focused element within an element that is about to be replaced. */
	function keepFocus(place) {
		if (!place.contains(document.activeElement))
			return null;
		const all = () => [...place.querySelectorAll("a, button, summary, input, [tabindex]")];
		const at = all().indexOf(document.activeElement), href = document.activeElement.getAttribute("href");
		return () => (href && all().find((one) => one.getAttribute("href") === href) || all()[at])?.focus({ preventScroll: true });
	}

	/* The elements as served; the reader may have opened some of them. */
	const came = new Map([...document.querySelectorAll("[data-live][id]")].map((one) => [one.id, one.innerHTML]));

	function replace(old, fresh) {
		if (came.get(old.id) === fresh.innerHTML)
			return false;
		came.set(old.id, fresh.innerHTML);
		const focus = keepFocus(old), left = [...old.querySelectorAll(".scroll")].map((box) => [box.scrollLeft, box.scrollTop]);
		const open = [...old.querySelectorAll("details")].map((details) => details.open);
		old.replaceChildren(...fresh.childNodes);
		old.querySelectorAll(".scroll").forEach((box, i) => left[i] && box.scrollTo(...left[i]));
		old.querySelectorAll("details").forEach((details, i) => { details.open = open[i] ?? details.open; });
		focus?.();
		return true;
	}

	/* Shows the end of the watched game, until its page is updated. */
	function showEnd(what, sentence) {
		ended = true;
		showClocks();
		by("undecided").replaceChildren(what);
		came.delete("undecided");
		announce(sentence);
	}

	/* The game is over: the address of its stored page. */
	function over(number) {
		showEnd(number ? tag("a", { href: `${base}/game/${number}` }, `over: game ${number}`) : "aborted: referee fault; it will be played again", "The game is over.");
	}

	function announce(sentence) {
		if (by("news").textContent !== sentence)
			by("news").textContent = sentence;
	}

	/* True: it is an answer. A 404 may come after an unnoticed restart. */
	function there(answer) {
		if (answer.status === 404 && game?.running) {
			showEnd("not played here any more", "The game is not played here any more.");
			if (follows)
				ask(0, "page");
		}
		return answer.ok;
	}

	/* Requests the plies that the shown game does not have yet. */
	async function refreshMoves() {
		if (game.seats === undefined) /* it cannot be replayed */
			return refresh(location.href);
		const plies = game.seats.length;
		const answer = await fetch(`${base}/live/${pairing}.json?from=${plies}`);
		const next = there(answer) ? await answer.json() : null;
		if (next && (next.started !== game.started || !came.has("undecided"))) /* it is played again */
			return refresh(location.href);
		if (next && (next.moves !== "" || String(next.left) !== String(game.left))) {
			showGame(joined(next));
			addRows(plies);
		}
	}

	/* Takes the changed elements of this page from a page of the same tournament. */
	async function refresh(url) {
		const answer = await fetch(url, { headers: { Accept: "text/html" } });
		if (!there(answer))
			return;
		const page = new DOMParser().parseFromString(await answer.text(), "text/html");
		let changed = false;
		const next = data("game-data", page), idle = follows && replay && !next; /* then the last game stays */
		for (const old of document.querySelectorAll("[data-live][id]")) {
			const fresh = page.getElementById(old.id);
			changed = (fresh && (!idle || old.id === "progress") && replace(old, fresh)) || changed;
		}
		if (follows && next && page.getElementById("game").dataset.pairing !== pairing)
			changeGame(page);
		else if (game?.running && next && (next.moves !== game.moves || String(next.left) !== String(game.left)))
			takeGame(page);
		if (changed && by("progress") && !by("game"))
			announce(by("progress").textContent);
	}

	/* Fills the boards of the list. */
	async function refreshList() {
		const answer = await fetch(`${base}/live.json`), games = answer.ok ? await answer.json() : [];
		clocks = [];
		for (const next of games) {
			const place = list.querySelector(`[data-pairing="${next.pairing}"]`), picture = place?.querySelector(".board");
			if (!place)
				continue;
			place.querySelector(".plies").textContent = next.plies;
			place.querySelector(".last").textContent = next.last ?? "–";
			if (picture && next.board)
				Board.fill(picture, next.board);
			place.querySelectorAll(".seat-list > li").forEach((row, i) => {
				const turn = i + 1 === next.to_move, element = row.querySelector(".clock");
				row.classList.toggle("turn", turn);
				row.querySelector(".score").textContent = next.scores[i] === null ? "" : Replay.scoreText(next.scores[i]);
				if (next.clocks[i].left !== null)
					clocks.push(clockOf(element, next.clocks[i], turn, next.moved_ms));
			});
		}
		tick();
	}

	/* The kinds of requests: the whole page; the last moves of its game; the boards of the list; the progress of the tournament. */
	const REFRESH = { page: () => refresh(location.href).then(() => list && refreshList()), list: refreshList, moves: refreshMoves, progress: () => refresh(`${base}/live`) };

	/* Requests it on demand, with pauses, which are longer if the answer is slow to make. */
	const wanted = new Set();
	let due = null, busy = false, rest = 0;
	function ask(delay, name) {
		wanted.add(name);
		if (due !== null || busy)
			return;
		due = setTimeout(async () => {
			const begun = performance.now();
			due = null;
			busy = true;
			const names = wanted.has("page") ? ["page"] : [...wanted];
			wanted.clear();
			for (const one of names)
				await REFRESH[one]().catch(() => {});
			busy = false;
			rest = MIN_REST * (performance.now() - begun);
			for (const one of wanted)
				ask(delay, one);
		}, Math.max(delay, rest));
	}

	/* Events of other games: some of the followed game may be missing among few. */
	function followOther(name) {
		if (name === "begun" ? ended || !replay : name === "ended" && ended)
			ask(0, "page");
		else if (name !== "begun" && replay && !ended)
			ask(RESULTS, "moves");
	}

	let done = null;
	function follow(known) {
		done?.abort();
		done = new AbortController();
		const live = document.querySelector("[data-live]") !== null, moves = document.querySelector("[data-live=moves], [data-live=games]") !== null;
		const events = new EventSource(`${base}/events?${pairing !== undefined && !follows ? `game=${pairing}` : `games=${moves ? "few" : "none"}`}`);
		const say = (text) => { by("link").textContent = text; };
		events.addEventListener("open", () => {
			say("live");
			if (known || list)
				ask(0, known ? "page" : "list");
			known = true;
		});
		events.addEventListener("time", (event) => {
			ahead = JSON.parse(event.data).now_ms - Date.now();
			tick();
		});
		events.addEventListener("error", () => {
			say("connection lost, trying again");
			if (events.readyState === EventSource.CLOSED)
				setTimeout(() => follow(true), 3000);
		});
		events.addEventListener("standings", () => live && ask(RESULTS, pairing === undefined ? "page" : "progress"));
		for (const name of ["begun", "move", "leave", "ended"])
			events.addEventListener(name, (event) => {
				const news = JSON.parse(event.data), mine = pairing === undefined || news.pairing === pairing;
				if (list && name === "move")
					ask(MOVES, "list");
				else if (follows && !mine)
					followOther(name);
				else if (moves && mine)
					ask(name === "move" ? MOVES : 0, pairing !== undefined && (name === "move" || name === "leave") ? "moves" : "page");
				if (name === "ended" && pairing !== undefined && mine)
					over(news.game);
			});
		/* A browser has six connections per server: a hidden page gives up its own. */
		document.addEventListener("visibilitychange", () => {
			if (document.hidden)
				events.close();
			else if (events.readyState === EventSource.CLOSED)
				follow(true);
		}, { signal: done.signal });
		window.addEventListener("pagehide", () => events.close(), { signal: done.signal });
	}

	document.documentElement.classList.add("scripted");
	setInterval(() => document.hidden || tick(), 200);
	makeShare();
	if (by("game-data"))
		takeGame(document);
	if (base)
		follow(false);
	else if (document.querySelector("[data-live]"))
		setInterval(() => document.hidden || ask(0, "page"), 3 * RESULTS);
})();
