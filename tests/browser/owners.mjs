/*
 * owners.mjs - an owner signs in, in a browser: `node owners.mjs HOME CODE PAGE TEXT`. PAGE is the page of a bot, TEXT
 * is on it for its owner alone.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { bad, complaints, launch, openPage, picture, same, say, soon } from "../lib/checks.mjs";

const axe = readFileSync(createRequire(`${process.env.MODULES}/`).resolve("axe-core/axe.min.js"), "utf8");
const [, , home, code, path, text] = process.argv;
const browser = await launch();
const mine = (url) => url.startsWith(home) || url.startsWith("data:");

/* The page that asks to sign in has status 401, which the browser tells. */
const open = (name, where, options) => openPage(browser, name, home + where, mine, options, () => true);

async function looks(page, name) {
	await page.waitForLoadState();
	await picture(page, name);
	same(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
	await page.evaluate(axe);
	const found = await page.evaluate(() => globalThis.axe.run());
	same(found.violations.map((v) => [v.id, v.nodes[0].html]), []);
}

async function story(width, scheme) {
	const page = await open("owner", path, { viewport: { width, height: 900 }, colorScheme: scheme });
	same((await page.content()).includes(text), false);
	await page.getByRole("link", { name: "My bots" }).press("Enter");
	await looks(page, `owner-login-${width}-${scheme}`);
	await page.getByLabel("Code").fill("0".repeat(64));
	await page.keyboard.press("Enter");
	await soon(() => page.getByText("This code is wrong").count(), 1);
	await page.getByLabel("Code").fill(code);
	await page.keyboard.press("Tab");
	await page.keyboard.press("Enter");
	await page.waitForURL(`${home}/me`);
	await looks(page, `owner-me-${width}-${scheme}`);
	await page.locator(`a[href="${path}"]`).press("Enter");
	await page.waitForURL(home + path);
	same((await page.content()).includes(text), true);
	await looks(page, `owner-bot-${width}-${scheme}`);
	await page.goto(`${home}/me`);
	await page.getByRole("link", { name: "Log out" }).first().press("Enter");
	await page.goto(home + path);
	same((await page.content()).includes(text), false);
	await page.close();
}

for (const [width, scheme] of [[390, "light"], [1280, "dark"]])
	await say(`an owner signs in by keyboard, sees the bot's output, and logs out: ${width} px, ${scheme}`, () => story(width, scheme));
await say("no page asks another server, or has a script that fails", () => same(complaints, []));
await browser.close();
process.exitCode = bad > 0 ? 1 : 0;
