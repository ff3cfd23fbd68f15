/*
 * pages.mjs - pages of the gallery in a browser: `node pages.mjs` reads a job from stdin, an object with `folder`, `pictures`
 * (are they made?) and `pages`: each has `name`, `url`, `width`, `height` (the most), `theme`, `headers` and `steps`. It writes
 * NAME.txt, what a reader of the page's text and structure is given, and NAME.png. MODULES says where playwright-core is.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { click, complaints, launch, openPage } from "../lib/checks.mjs";

const PATIENCE = Number(process.env.PATIENCE || 120) * 1000;
const job = JSON.parse(readFileSync(0, "utf8"));
const browser = await launch();

const steps = {
	/* A game against the bot, up to the answer to the first move. */
	async play(page) {
		await click(page.locator("input[value='1']").first());
		await click(page.locator("form button").first());
		await page.waitForURL("**/play/*");
		await page.waitForFunction(() => /Your turn/.test(document.getElementById("words").textContent), null, { timeout: PATIENCE });
		await click(page.locator(".target").nth(3));
		await page.waitForFunction(() => / played .*Your turn/.test(document.getElementById("words").textContent), null, { timeout: PATIENCE });
	},
};

async function take({ name, url, width, height, theme, headers, steps: step }) {
	const page = await openPage(browser, name, url, () => true, { viewport: { width, height: 800 }, colorScheme: theme, reducedMotion: "reduce",
		extraHTTPHeaders: headers, deviceScaleFactor: 1 }, () => url.endsWith("/metrics")); /* plain text names no icon */
	page.setDefaultTimeout(PATIENCE);
	if (step)
		await steps[step](page);
	await page.waitForFunction(() => !document.querySelector("main[data-base]") || document.getElementById("link").textContent !== "");
	await page.evaluate(() => document.fonts.ready);
	writeFileSync(`${job.folder}/${name}.txt`, `${await page.locator("body").ariaSnapshot()}\n`);
	if (job.pictures) {
		const whole = await page.evaluate(() => Math.ceil(Math.max(...[...document.body.children].map((one) => one.getBoundingClientRect().bottom)) + scrollY + 24));
		await page.screenshot({ path: `${job.folder}/${name}.png`, fullPage: true, clip: { x: 0, y: 0, width, height: Math.min(whole, height) } });
	}
	await page.close();
}

for (const page of job.pages)
	await take(page).catch((error) => console.log(`${page.name}: ${error.message}`));
await browser.close();
complaints.filter((text) => !text.includes("[DOM]")).forEach((text) => console.log(text)); /* advice of the browser is none */
