/*
 * pages.mjs - the pages of the web process in a browser: `node pages.mjs FEEDER DATABASE SHORT ROWS`
 * starts the feeder (feeder.c), tells it a tournament and a game that goes on, and of SHORT the rows of
 * a swiss, a knockout and an sprt; it prints a line for each thing that must hold. MODULES says where
 * playwright-core is, SHOTS where pictures go, if anywhere.
 */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { bad, click, complaints, launch, openPage, picture, same, say, soon } from "../lib/checks.mjs";

const axe = readFileSync(createRequire(`${process.env.MODULES}/`).resolve("axe-core/axe.min.js"), "utf8");
const [, , program, database, short, rows] = process.argv;

/* --- the main process's part -------------------------------------------------------------------- */

const feeder = spawn(program, ["0"], { stdio: ["pipe", "pipe", "inherit"] });
const said = createInterface({ input: feeder.stdout })[Symbol.asyncIterator]();
const word = (text) => (text === "" ? "-" : text === "-" ? "\\x2d" : text.replace(/[\x00-\x20\\]/g, (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, "0")}`));
const tell = (...words) => feeder.stdin.write(`${words.map((one) => word(String(one))).join(" ")}\n`);
/* The port, once it listens. */
async function listening() {
	const [, , port] = (await said.next()).value.split(" ");
	await said.next();
	return Number(port);
}

const hostile = "</title><script>hacked = 1</script>\u202e\"><img src=x onerror=hacked=1>";
const port = await listening(), home = `http://127.0.0.1:${port}`;
const progress = (done, all, state = "running") => tell("tournament", 1, 1, done, all, state, hostile, database, "", "", "");
const number = "18446744073709551615";
const none = () => feeder.stdin.write(`tournament 2 - 0 - waiting ${word("the next cup")} - - - -\n`);
progress(44, 60);
none();
["swiss", "knockout", "sprt"].forEach((format, i) => {
	tell("tournament", 11 + i, rows.split(" ")[i], 6, 6, "done", `a ${format}`, short, "", "", "");
	tell("details", 11 + i, format, "first");
});
tell("strength", 13, 20, 20, 20, 2, 8, 10, 8, 2, 0, 60, "three", "two", "logistic 0 60 0.05 0.05");
tell("metric", "arbiters", 2);

/* The number of each game in the live stream, by its pairing. */
const games = new Map();
const line = (pairing, text) => feeder.stdin.write(`${games.get(pairing)} ${text}\n`);
function begin(pairing, rules = "connect4 2", players = [hostile, "W".repeat(63)], opening = "d d", limits = ["limits 2 0 0 0 0 0 fair 1"]) {
	games.set(pairing, games.size + 1 + 100 * (games.get(pairing) ?? 0));
	line(pairing, `live 1 ${pairing} 1 1 cup`);
	limits.forEach((one) => line(pairing, one));
	line(pairing, `rules ${rules}`);
	players.forEach((name, i) => line(pairing, `player ${i + 1} ${name}`));
	if (opening !== "")
		line(pairing, `opening ${opening}`);
	line(pairing, `game ${pairing} 1700000000000`);
}
/* The page of a game that has begun, or of a bot that plays one: the server may not know it yet. */
async function openLive(path) {
	await soon(async () => (await fetch(home + path)).status, 200);
	return open(path);
}
const move = (pairing, seat, text) => line(pairing, `move ${seat} ${text} 1200 900 - 6 12 4711`);

begin(number);
move(number, 1, "e");

/* --- the browser -------------------------------------------------------------------------------- */

const browser = await launch();
let down = false; /* while the process is started anew the browser says that it cannot be reached */
const mayAsk = (url) => url.startsWith(`${home}/`) || url.startsWith("data:");
const open = (path, options) => openPage(browser, path, home + path, mayAsk, options, () => down);

const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
/* The faults that axe-core finds against WCAG 2.2 AA and its best practices: a line each. */
async function faults(page) {
	await page.evaluate(axe);
	const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
	const found = await page.evaluate((only) => window.axe.run(document, { runOnly: only }), rules);
	return found.violations.map((one) => `${one.id}: ${one.nodes.length} times, ${one.nodes[0].html.slice(0, 120)}`);
}

const json = async (path) => (await fetch(`${home}${path}`)).json();
const bot = (await json("/t/1.json")).standings[0].bot;
const failed = (await json("/t/1/faults.json"))[0];
const failedPath = (await (await fetch(`${home}/t/1`)).text()).match(/\/t\/1\/bot\/[^"]*%3Cimg[^"]*/)[0];
const paths = { home: "/", search: "/?search=cup", standings: "/t/1", crosstable: "/t/1/crosstable", ratings: "/t/1/ratings", games: "/t/1/games",
	game: `/t/1/game/${failed.game}`, embed: `/t/1/game/${failed.game}/embed`, bot: failedPath, faults: "/t/1/faults", live: "/t/1/live", "live-game": `/t/1/live/${number}`, follow: `/t/1/follow/${"W".repeat(63)}`,
	compare: "/t/1/compare?a=pvs&b=random", swiss: "/t/11/rounds", bracket: "/t/12/rounds", sprt: "/t/13", benched: "/t/11", waiting: "/t/2", "waiting-live": "/t/2/live" };

/* Pages with colours of their own: each width in each theme. */
const coloured = ["home", "crosstable", "games", "compare", "bracket", "sprt", "benched"];

for (const [name, path] of Object.entries(paths)) {
	const page = await open(path);
	await say(`${name}: it has one title, a language, and names for its controls`, () => page.evaluate(() =>
		document.querySelectorAll("h1").length === 1 && document.documentElement.lang === "en" &&
		[...document.querySelectorAll("button, input, select, a, progress")].every((one) => one.textContent.trim() || one.labels?.length || one.ariaLabel) &&
		[...document.querySelectorAll("table")].every((table) => table.caption && [...table.querySelectorAll("th")].every((th) => th.scope))));
	await say(`${name}: a bar of results has no frame`, () => page.evaluate(() => [...document.querySelectorAll(".bar rect")].every((one) => getComputedStyle(one).stroke === "none")));
	await say(`${name}: nothing hostile ran or became a part of the page`, async () =>
		same(await page.evaluate(() => [typeof window.hacked, document.images.length, [...document.scripts].every((s) => s.src !== "" || s.type === "application/json")]), ["undefined", 0, true]));
	const looks = [[1280, "light"], [390, "dark"]], others = [[1280, "dark"], [390, "light"]];
	for (const [width, theme] of coloured.includes(name) ? [...looks, ...others] : looks) {
		await page.setViewportSize({ width, height: 900 });
		await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" }); /* colours are there at once */
		await say(`${name}: nothing sticks out at ${width} px`, async () => same(await overflow(page) <= 0, true));
		await say(`${name}: axe-core finds nothing at ${width} px, ${theme}`, async () => same(await faults(page), []));
		await picture(page, `web-${name}-${width}-${theme}`);
	}
	/* A4 within its margins; nothing can be scrolled there. */
	await page.setViewportSize({ width: 718, height: 1000 });
	await page.emulateMedia({ media: "print" });
	await say(`${name}: nothing is cut off on paper`, async () =>
		same(await page.evaluate(() => [...document.querySelectorAll(".scroll")].filter((box) => box.scrollWidth > box.clientWidth + 1).map((box) => box.ariaLabel)), []));
	await picture(page, `web-${name}-paper`);
	await page.close();
}

{
	const page = await open("/t/1/crosstable");
	await say("a cell of the crosstable leads to its games", async () => {
		const cell = page.locator(".square td a").first(), of = Number((await cell.locator(".of").textContent()).slice(1));
		await click(cell);
		await soon(() => page.locator("#games-table tbody tr").count(), of);
	});
	await page.close();
}

{
	const games = (await json("/t/1/games.json")).games, first = games.find((one) => one.seats.every((seat) => /^\w+$/.test(seat.bot)));
	const page = await open(`/t/1/game/${first.game}?ply=1`);
	await say("a link to a ply shows it, keys go on, and the address follows", async () => {
		same(await page.locator(".count").textContent(), `1 / ${first.plies}`);
		await page.keyboard.press("ArrowRight");
		await soon(async () => [await page.locator(".count").textContent(), new URL(page.url()).search], [`2 / ${first.plies}`, "?ply=2"]);
	});
	await say("a link to a ply in the page shows it at once, and the text to share follows", async () => {
		await click(page.locator(".as-table summary"));
		await click(page.locator(".as-table tbody a").first());
		await soon(() => page.locator(".count").textContent(), `1 / ${first.plies}`);
		await click(page.locator(".share summary"));
		same(await page.locator("#share-link").inputValue(), `${home}/t/1/game/${first.game}?ply=1`);
		same((await page.locator("#share-frame").inputValue()).includes(` src="${home}/t/1/game/${first.game}/embed?ply=1" `), true);
		await click(page.locator(".as-table summary"));
		await page.keyboard.press("ArrowRight");
	});
	await say("the board turns round by a key alone, and its address says so", async () => {
		const stone = page.locator(".board [data-cell=a1]"), left = async () => (await stone.boundingBox()).x;
		const before = await left();
		await page.getByRole("button", { name: "Flip the board" }).focus();
		await page.keyboard.press("Enter");
		same([await left() > before, await page.getByRole("button", { name: "Flip the board", pressed: true }).count()], [true, 1]);
		await soon(() => new URL(page.url()).search, "?ply=2&flip=1");
		const other = await open(`/t/1/game/${first.game}?ply=2&flip=1`, { javaScriptEnabled: false });
		same((await other.locator(".board [data-cell=a1]").boundingBox()).x > before, true);
		await other.close();
	});
	await say("Shift with an arrow leads to the next game and back, and the board stays turned", async () => {
		const { next } = await json(`/t/1/game/${first.game}.json`), number = next ?? (await json(`/t/1/game/${first.game}.json`)).prev;
		const keys = next ? ["Shift+ArrowRight", "Shift+ArrowLeft"] : ["Shift+ArrowLeft", "Shift+ArrowRight"];
		await page.keyboard.press(keys[0]);
		await page.locator("h2", { hasText: `Game ${number}` }).waitFor();
		await page.locator(".board.flipped").waitFor();
		await page.waitForLoadState(); /* the board is there before the script that hears the keys */
		await page.keyboard.press(keys[1]);
		await page.locator("h2", { hasText: `Game ${first.game}` }).waitFor();
		await page.locator(".count").waitFor();
	});
	await say("a click on the chart of scores shows its ply, and its line goes along", async () => {
		const chart = page.locator("#scores .chart"), box = await chart.boundingBox();
		const [left, right, most] = (await chart.getAttribute("data-plot")).split(" ").map(Number), scale = box.width / (await chart.evaluate((svg) => svg.viewBox.baseVal.width));
		same([most, await page.locator(".side #scores").count()], [first.plies, 1]);
		await click(chart, { x: (left + 3 / most * (right - left)) * scale, y: box.height / 2 });
		await soon(() => page.locator(".count").textContent(), `3 / ${first.plies}`);
		same((await chart.locator(".cursor").getAttribute("d")).split(" ")[0], `M${(left + 3 / most * (right - left)).toFixed(1)}`);
		await page.keyboard.press("ArrowRight");
		same((await chart.locator(".cursor").getAttribute("d")).split(" ")[0], `M${(left + 4 / most * (right - left)).toFixed(1)}`);
	});
	await say("every move is in the table too, with a link to its ply", async () => {
		await click(page.locator(".as-table summary"));
		same(await page.locator(".as-table tbody a").count(), first.plies);
	});
	await say("the record can be loaded, and names the players", async () => {
		const record = await (await fetch(`${home}/t/1/game/${first.game}.record`)).text();
		same([record.startsWith("game "), first.seats.every((seat, i) => record.includes(`player ${i + 1} ${seat.bot}\n`))], [true, true]);
	});
	await page.close();
}

{
	const page = await open("/t/1/games");
	await say("the list shows a page of games, and the rest is one click away", async () => {
		const all = (await json("/t/1.json")).standings.reduce((sum, row) => sum + row.games, 0) / 2;
		same(await page.locator("#games-table tbody tr").count(), Math.min(50, all));
		same(await page.locator(".more a").count(), all > 50 ? 1 : 0);
	});
	await page.close();
}

{
	const page = await open("/t/1/games", { javaScriptEnabled: false });
	await say("without scripts the filter of the games is a form that leads to them", async () => {
		await page.getByLabel("Bot", { exact: true }).selectOption("pvs");
		await page.getByLabel("Result for the bot").selectOption("lost");
		await click(page.getByRole("button", { name: "Show" }));
		await page.waitForURL(/bot=pvs/);
		const { games } = await json("/t/1/games.json?bot=pvs&result=lost");
		same(await page.locator("#games-table tbody tr").count(), games.length);
		same(await page.getByLabel("Result for the bot").inputValue(), "lost");
	});
	await page.goto(`${home}/t/1/crosstable`);
	await say("and two bots are compared from the crosstable", async () => {
		await page.getByLabel("Beside").selectOption("random");
		await page.getByLabel("Bot", { exact: true }).selectOption("pvs");
		await click(page.getByRole("button", { name: "Compare" }));
		await page.waitForURL(/compare\?a=pvs&b=random/);
		same(await page.locator("table.strength").count(), 1);
	});
	await page.goto(`${home}/t/12/rounds`);
	await say("a match of the bracket leads to its games, and an outsider hears who goes on", async () => {
		same(await page.locator(".meeting .winner", { hasText: "goes on" }).count(), 7);
		await click(page.locator(".meeting a").first());
		await page.waitForURL(/round=1/);
		same(await page.locator("#games-table tbody tr").count(), 2);
	});
	await page.close();
}

{
	const page = await open("/t/1");
	await page.setViewportSize({ width: 390, height: 800 });
	await say("on a small screen rank, name, points and Elo of the standings are seen without scrolling", async () => {
		const right = await page.locator(".standings thead th:visible").evaluateAll((all) => all.slice(0, 4).map((one) => [one.textContent, one.getBoundingClientRect().right <= innerWidth]));
		same(right, [["Rank", true], ["Bot", true], ["Points", true], ["Elo", true]]);
	});
	for (const path of ["/t/1/games", "/t/1/bot/pvs"]) {
		await page.goto(home + path);
		await say(`${path}: the name of the site and of the tournament are on one line`, async () =>
			same(await page.evaluate(() => Math.abs(document.querySelector(".brand").getBoundingClientRect().bottom - document.querySelector("h1").getBoundingClientRect().bottom) < 12), true));
	}
	await page.close();
}

/* --- the chart of ratings ------------------------------------------------------------------------ */

{
	const page = await open("/t/1/ratings"), { history } = await json("/t/1/ratings.json");
	await say("ratings are drawn, a line with its band and its name for each bot", async () =>
		same(await Promise.all([".series", ".band", ".line", ".name"].map((part) => page.locator(`#plot ${part}`).count())), Array(4).fill(history.length)));
	await say("a name too wide for its place at a line's end is cut with a sign that it is", async () => {
		const long = (await page.locator("#plot .name").allTextContents()).filter((name) => name.startsWith("WW"));
		same([long.length > 0, long.every((name) => /^W+…$/.test(name))], [true, true]);
		same(await page.locator("#plot svg").evaluate((svg) => [...svg.querySelectorAll(".name")].every((name) => {
			const box = name.getBBox();
			return box.x + box.width <= svg.viewBox.baseVal.width;
		})), true);
	});
	await say("the line under the pointer stands out", async () => {
		const opacity = (i) => page.locator("#plot .series").nth(i).evaluate((line) => getComputedStyle(line).opacity);
		await page.locator("#plot .series").first().locator(".symbol").last().hover({ force: true });
		const shown = await Promise.all(history.map((_, i) => opacity(i)));
		same([shown.filter((one) => one === "1").length, shown.filter((one) => one === "0.15").length], [1, history.length - 1]);
	});
	await say("on a small screen the chart scrolls, and not the page", async () => {
		await page.setViewportSize({ width: 360, height: 900 });
		same([await overflow(page) <= 0, await page.locator("#plot").evaluate((box) => box.scrollWidth > box.clientWidth)], [true, true]);
	});
	await page.close();
}

/* --- live ---------------------------------------------------------------------------------------- */

{
	const standings = await open("/t/1"), list = await open("/t/1/live"), game = await open(`/t/1/live/${number}`);
	for (const page of [standings, list, game])
		await page.locator("#link", { hasText: /^live$/ }).waitFor();
	await say("progress comes in by itself, and is said to who cannot see it", async () => {
		progress(45, 60);
		await standings.locator("#progress", { hasText: "45 of 60 games" }).waitFor();
		await standings.locator("#news[aria-live=polite]", { hasText: "45 of 60 games" }).waitFor({ state: "attached" });
	});
	await say("a move is seen on the board as it is played", async () => {
		same(await game.locator(".count").textContent(), "1 / 1");
		move(number, 2, "a");
		await game.locator(".count", { hasText: "2 / 2" }).waitFor();
		same(await game.locator(".board-place .cells use[data-cell]:not([href=\"#p-0\"])").count(), 4);
	});
	await say("after a move only the new plies are requested, and the table of moves has them as the server writes them", async () => {
		const asked = [], note = (request) => asked.push(new URL(request.url()).pathname + new URL(request.url()).search);
		game.on("request", note);
		move(number, 1, "b");
		await game.locator(".count", { hasText: "3 / 3" }).waitFor();
		game.off("request", note);
		same(asked, [`/t/1/live/${number}.json?from=2`]);
		const rows = await game.locator("#moves tbody tr").evaluateAll((all) => all.map((row) => row.outerHTML.replace(/ class=""/g, "")));
		const served = await (await fetch(`${home}/t/1/live/${number}`)).text();
		same([rows.length, rows.filter((row) => !served.includes(row))], [3, []]);
		move(number, 2, "b");
		await game.locator(".count", { hasText: "4 / 4" }).waitFor();
	});
	await say("who looks at an earlier ply stays there", async () => {
		await game.keyboard.press("Home");
		move(number, 1, "e");
		await game.locator(".count", { hasText: "0 / 5" }).waitFor();
		await game.keyboard.press("End");
	});
	await say("a game that goes on has no winner and no result", async () => {
		same(await game.locator(".outcome:not(:empty)").count(), 0);
		same(await game.locator("#undecided").textContent(), "not decided yet");
		same((await game.locator(".status").textContent()).includes("over"), false);
	});
	await say("a game that begins is in the list at once", async () => {
		begin(5);
		await list.locator(".boards > .card").nth(1).waitFor();
	});
	await say("a small board of the list follows its game, and what is said of each seat too", async () => {
		const card = list.locator(`.boards > [data-pairing="5"]`);
		const asked = [], note = (request) => asked.push(new URL(request.url()).pathname);
		await list.evaluate(() => document.querySelectorAll(".card").forEach((one) => { one.seen = true; }));
		list.on("request", note);
		move(5, 1, "c");
		await card.locator(".last", { hasText: /^c$/ }).waitFor();
		list.off("request", note);
		same([asked.every((path) => path === "/t/1/live.json"), await card.evaluate((one) => one.seen)], [true, true]);
		same([await card.locator("[data-cell=c1]").getAttribute("href"), await card.locator(".plies").textContent(), await card.locator(".score").allTextContents()], ["#p-1", "1", ["+0.12", ""]]);
		same(await card.locator("li.turn").getByText("to move").count(), 1);
	});
	await say("the clock of the seat that is to move runs down, and of the other stands", async () => {
		begin(8, "connect4 2", ["ann", "bob"], "", ["limits 1 0 600000000 0 1000000 0 wall 0", "limits 2 600000000 0 0 0 0 wall 0"]);
		move(8, 1, "c");
		const timed = await openLive("/t/1/live/8"), seconds = async (i) => {
			const [minutes, rest] = (await timed.locator(".players .clock").nth(i).textContent()).split(":").map(Number);
			return 60 * minutes + rest;
		};
		same([await timed.locator("#players").textContent()], ["ann – bob · ann: clock 600+1 · bob: 600 s a move"]);
		await soon(async () => await seconds(1) < 600, true);
		const first = await seconds(1);
		await soon(async () => await seconds(1) < first, true);
		same(await seconds(0), 600);
		await soon(() => timed.locator("#link").textContent(), "live");
		same(await faults(timed), []);
		await say("the bar beside the board is what the bots say", async () => {
			same(await timed.locator(".balance").getAttribute("aria-label"), "By the bots' own scores: ann +0.12");
			const before = Number(await timed.locator(".balance .part.seat-1").getAttribute("height"));
			line(8, "move 2 d 1200 900 - 6 300 4711");
			await timed.locator(".count", { hasText: "2 / 2" }).waitFor();
			same([await timed.locator(".balance").getAttribute("aria-label"), Number(await timed.locator(".balance .part.seat-1").getAttribute("height")) < before],
				["By the bots' own scores: ann +0.12, bob +3.00", true]);
		});
		await timed.keyboard.press("Home");
		same(await timed.locator(".players .clock").first().isVisible(), false);
		await timed.close();
	});
	await say("who follows a bot sees its next game, and keeps the last one until then", async () => {
		const bots = await open("/t/1/follow/ann");
		await bots.locator("#link", { hasText: /^live$/ }).waitFor();
		same(await bots.locator(".count").textContent(), "2 / 2");
		line(8, `stored ${failed.game} ${database}`);
		await bots.locator("#undecided a", { hasText: `over: game ${failed.game}` }).waitFor();
		same(await bots.locator(".count").textContent(), "2 / 2");
		begin(9, "connect4 2", ["cid", "ann"], "");
		move(9, 1, "g");
		await bots.locator(".count", { hasText: "1 / 1" }).waitFor();
		same([await bots.locator("#players").textContent(), await bots.locator("#undecided").textContent()], ["cid – ann", "not decided yet"]);
		move(9, 2, "g");
		await bots.locator(".count", { hasText: "2 / 2" }).waitFor();
		line(9, "aborted");
		await bots.close();
		const waits = await open("/t/1/follow/dan");
		await waits.locator("#link", { hasText: /^live$/ }).waitFor();
		begin(10, "connect4 2", ["dan", "ann"], "");
		await waits.locator(".board").waitFor();
		same(await waits.locator("#undecided").textContent(), "not decided yet");
		line(10, "aborted");
		await waits.close();
	});
	await say("after a restart on the same port the pages go on by themselves", async () => {
		down = true;
		feeder.stdin.write("restart\n");
		same(await listening(), port);
		move(number, 2, "a");
		move(5, 2, "c");
		progress(46, 60);
		await game.locator(".count", { hasText: "6 / 6" }).waitFor();
		await list.locator(`.boards > [data-pairing="5"] .plies`, { hasText: /^2$/ }).waitFor();
		await standings.locator("#progress", { hasText: "46 of 60 games" }).waitFor();
		down = false;
	});
	await say("a seat that leaves is seen at once, also where the others think for long", async () => {
		begin(6, "chinese-checkers 3", ["seat1", "seat2", "seat3"], "");
		const star = await openLive("/t/1/live/6");
		await star.locator("#link", { hasText: /^live$/ }).waitFor();
		line(6, "seat 1 3 crash it fell over");
		await star.locator(".players li").first().locator(".verdict", { hasText: "crash: it fell over" }).waitFor();
		await star.close();
		line(6, "aborted");
	});
	await say("the reason of a loss stands once on the page of its game", async () => {
		const lost = await open(`/t/1/game/${failed.game}`);
		await lost.locator(".players .verdict").first().waitFor();
		same([await lost.locator(".card .verdict").count() > 0, await lost.locator(".card .reason").count()], [true, 0]);
		await lost.close();
	});
	await say("a game that is broken off and played again is not said to be broken off", async () => {
		line(number, "aborted");
		begin(number);
		move(number, 1, "e");
		await game.locator(".count", { hasText: "1 / 1" }).waitFor();
		same(await game.locator("#undecided").textContent(), "not decided yet");
	});
	await say("a game that is not played here any more is not said to go on", async () => {
		begin(77);
		const lost = await openLive("/t/1/live/77");
		await lost.locator("#link", { hasText: /^live$/ }).waitFor();
		await lost.route("**/live/77*", (route) => route.fulfill({ status: 404, body: "" }));
		down = true;
		move(77, 1, "e");
		await lost.locator("#undecided", { hasText: "not played here any more" }).waitFor();
		await lost.unrouteAll({ behavior: "wait" });
		down = false;
		move(77, 2, "e");
		await lost.locator("#undecided", { hasText: "not decided yet" }).waitFor();
		await lost.close();
		line(77, "aborted");
	});
	await say("a game that ends leads to where it can be gone through", async () => {
		line(number, `stored ${failed.game} ${database}`);
		await game.locator("#undecided a").press("Enter"); /* a click may begin on one link and end on the next */
		await game.locator("h2", { hasText: `Game ${failed.game}` }).waitFor();
	});
	await say("and so does its address from then on", async () => {
		const page = await open(`/t/1/live/${number}`);
		same(await page.locator("#undecided a").getAttribute("href"), `/t/1/game/${failed.game}`);
		await page.close();
	});
	await say("and leaves the list", async () => {
		await list.locator(".boards > .card").nth(1).waitFor({ state: "detached" });
		same(await list.locator(".boards > .card").count(), 1);
	});
	for (const page of [standings, list, game])
		await page.close();
}

{
	const page = await open("/t/2/crosstable");
	await page.locator("#link", { hasText: /^live$/ }).waitFor();
	await say("a page that was opened before the first game is its own, and fills when there are some", async () => {
		same(await page.locator(".menu [aria-current]").allTextContents(), ["Crosstable"]);
		tell("tournament", 2, 1, 60, 60, "running", "the next cup", database, "", "", "");
		await page.locator(".square tbody tr").first().waitFor();
	});
	await page.emulateMedia({ forcedColors: "active" });
	await say("with a reader's own colours too it is seen which page this is", async () =>
		same(await page.locator(".menu a").evaluateAll((all) => all.map((one) => getComputedStyle(one).textDecorationLine !== "none")), [false, true, false, false, false, false]));
	await page.close();
}

/* --- no scripts, paper ---------------------------------------------------------------------------- */

{
	const page = await open("/t/1", { javaScriptEnabled: false });
	await say("without scripts the standings are there, and a link that loads them again", async () => {
		same(await page.locator(".standings tbody tr").count() > 0, true);
		await click(page.getByRole("link", { name: "Load this page again" }));
		await soon(async () => await page.locator(".standings tbody th", { hasText: bot.slice(0, 5) }).count() > 0, true);
	});
	await page.emulateMedia({ media: "print" });
	await say("on paper there is no menu", () => soon(() => page.locator(".menu").isVisible(), false));
	await page.close();
}

{
	const page = await open("/t/1/game/2", { javaScriptEnabled: false });
	await say("without scripts a position is gone through by links", async () => {
		await click(page.getByRole("link", { name: "Start" }));
		await click(page.getByRole("link", { name: "One ply on" }));
		same((await page.locator(".steps .count").textContent()).startsWith("Ply 1 of "), true);
		await page.goto(`${home}/t/1/game/2`);
	});
	await say("without scripts games in play have their boards, and each a page with what is left on the clocks", async () => {
		await page.goto(`${home}/t/1/live`);
		same([await page.locator(".boards .board").count() > 0, await page.locator(".seat-list li").count() > 1], [true, true]);
		await click(page.locator(".boards h3 a").first());
		await page.locator(".board").waitFor();
		await page.waitForLoadState();
		same([await page.locator(".board").isVisible(), await page.locator("noscript .seat-list li, .seat-list li").count() > 1], [true, true]);
		await page.goto(`${home}/t/1/game/2`);
	});
	await say("without scripts the board of a game is there, as it was in the end", async () => {
		const { position } = await json("/t/1/game/2.json"), pieces = (seat) => page.locator(`.board .cells use[data-cell][href^="#p-${seat}"]`).count();
		same([await page.locator(".board").isVisible(), await pieces(1), await pieces(2)],
			[true, ...["r", "y"].map((letter) => position.split(" ")[0].split(letter).length - 1)]);
	});
	await page.close();
}

await say("no page complained, and none asked for anything elsewhere", () => same(complaints, []));
await browser.close();
feeder.stdin.end();
process.exit(bad > 0 ? 1 : 0);
