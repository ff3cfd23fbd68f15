/*
 * send.mjs - a bot is handed in in a browser: `node send.mjs ROOT` starts send-form.py, fills in the form by
 * the keyboard, and follows the check to its end, with scripts and without. MODULES says where
 * playwright-core is, SHOTS where pictures go, if anywhere.
 */
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { bad, complaints, launch, openPage, picture, same, say } from "../lib/checks.mjs";

const axe = readFileSync(createRequire(`${process.env.MODULES}/`).resolve("axe-core/axe.min.js"), "utf8");
const root = process.argv[2];
const daemon = spawn("python3", ["tests/end-to-end/send-form.py", "WAIT"], { cwd: root, stdio: ["pipe", "pipe", "inherit"] });
const lines = createInterface({ input: daemon.stdout });
let tell;
const ready = new Promise((resolve) => (tell = resolve));
let failed = 0;
lines.on("line", (line) => {
	if (line.startsWith("ready "))
		tell(line.split(" "));
	else if (!line.startsWith("ok "))
		failed++, console.log(line);
});
daemon.on("exit", () => tell(["", "", ""]));
const [, place, token, beside] = await ready;
const home = `http://${place}`;
const bot = `${beside}.py`, broken = `${beside}-broken.py`;
writeFileSync(bot, readFileSync(`${root}/bots/starters/python/bot.py`));
writeFileSync(broken, "print(");

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
let examines = false; /* axe-core adds styles that the page's policy refuses */
async function faults(page) {
	examines = true;
	await page.evaluate(axe);
	const found = await page.evaluate((only) => window.axe.run(document, { runOnly: only, preload: false }), rules);
	examines = false;
	return found.violations.map((v) => `${v.id}: ${v.nodes.map((node) => node.target).join(" ")}`);
}

async function handIn(page, file) {
	await page.goto(`${home}/send`);
	await page.getByLabel("Name", { exact: true }).focus();
	await page.keyboard.type("bob");
	await page.keyboard.press("Tab");
	await page.keyboard.type(token);
	await page.getByLabel("File").setInputFiles(file);
	await page.getByRole("button", { name: "Hand in" }).focus();
	await page.keyboard.press("Enter");
	await page.waitForURL(/\/send\/[0-9a-f]{32}$/);
	await page.getByText(/^(Fit|Not taken)\.$/).waitFor({ timeout: 120000 });
}

const browser = await launch();
for (const [width, theme, script] of [[1280, "light", true], [390, "dark", true], [390, "light", false]]) {
	const how = `${width} px, ${theme}, ${script ? "scripts" : "no scripts"}`;
	const page = await openPage(browser, how, `${home}/send`, (url) => url.startsWith(`${home}/`),
		{ viewport: { width, height: 800 }, colorScheme: theme, javaScriptEnabled: script }, () => examines);
	const wide = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
	if (script) {
		await say(`the form: axe-core finds nothing, ${how}`, async () => same(await faults(page), []));
		await say(`the form is not wider than the window, ${how}`, async () => same(await wide(), 0));
	}
	await picture(page, `send-${width}-${theme}`);
	await say(`a bot that is not fit is told why, ${how}`, async () => {
		await handIn(page, broken);
		same(await page.getByText("Not taken.", { exact: true }).count(), 1);
		same(/SyntaxError/.test(await page.locator("#check").textContent()), true);
	});
	if (script) {
		await say(`its page: axe-core finds nothing, ${how}`, async () => same(await faults(page), []));
		await say(`its page is not wider than the window, ${how}`, async () => same(await wide(), 0));
	}
	await picture(page, `send-unfit-${width}-${theme}`);
	await say(`a fit bot plays, ${how}`, async () => {
		writeFileSync(bot, `${readFileSync(bot)}# ${how}\n`);
		await handIn(page, bot);
		same(await page.getByText("Fit.", { exact: true }).count(), 1);
	});
	await picture(page, `send-fit-${width}-${theme}`);
	await page.close();
}
await browser.close();
await say("no page complained or asked for anything else", () => same(complaints, []));
daemon.stdin.end();
await new Promise((resolve) => daemon.exitCode !== null ? resolve() : daemon.on("exit", resolve));
await say("the daemon's own sentences hold", () => same([failed, daemon.exitCode], [0, 0]));
process.exit(bad > 0 ? 1 : 0);
