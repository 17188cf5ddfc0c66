/** The examples for browsers, in a browser, against a hub that restarts meanwhile. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { readerKey, startNewsHub } from "../../examples/browser/start-news-hub.ts";
import { localTool, mustRun } from "../../scripts/run-command.ts";
import { ensureSubPackage } from "../../scripts/sub-package.ts";
import { isLeftOut } from "../support/left-out.ts";
import { servePage } from "./support/example-page.ts";
import { keepScreenshot, launchBrowser } from "./support/use-explorer.ts";

/** The numbers in a list of news, oldest first. */
async function numbersIn(page: Page, list: string): Promise<number[]> {
  const texts = await page.locator(list).locator("li").allInnerTexts();
  return texts.map((text) => Number(/\d+$/.exec(text)?.[0])).reverse();
}

const upTo = (last: number, first = 1): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

describe.skipIf(isLeftOut("chromium"))("a page with a client", () => {
  const closers: Array<() => unknown> = [];
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });
  afterAll(() => browser.close());

  async function open(folder: "browser" | "react", script: string) {
    const files = await mkdtemp(join(tmpdir(), "news-hub-"));
    closers.push(() => rm(files, { recursive: true, force: true }));
    const served = await servePage(folder, script);
    closers.push(() => served.close());
    let hub = await startNewsHub({ folder: files, pages: served.origin });
    closers.push(() => hub.close({ graceMs: 0 }));
    const { origin, port } = new URL(hub.endpoints.http);
    const context = await browser.newContext();
    closers.push(() => context.close());
    const page = await context.newPage();
    const errors: string[] = [];
    page.on("pageerror", ({ message }) => errors.push(message));
    await page.goto(`${served.origin}/#${new URLSearchParams({ hub: origin, key: readerKey }).toString()}`);
    const restart = async (): Promise<void> => {
      await hub.close({ graceMs: 0 });
      hub = await startNewsHub({ folder: files, pages: served.origin, port: Number(port) });
    };
    return { page, restart, errors };
  }

  test("without a framework resumes its streams after a restart of the hub", async () => {
    const { page, restart, errors } = await open("browser", "page.ts");
    const lists = ["WebSocket", "HTTP", "EventSource"].map((name) => `section[aria-label="${name}"] ol`);
    const lengths = async (): Promise<number> =>
      Math.min(...(await Promise.all(lists.map(async (list) => (await numbersIn(page, list)).length))));
    await expect.poll(lengths).toBeGreaterThan(5);
    await restart();
    const before = await lengths();
    await expect.poll(lengths, { timeout: 30_000 }).toBeGreaterThan(before + 5);
    await page.locator("#state", { hasText: "connected" }).waitFor();
    for (const list of lists) {
      const numbers = await numbersIn(page, list);
      expect([list, numbers]).toEqual([list, upTo(numbers.length)]);
    }
    await keepScreenshot(page, "client-browser");
    // The browser's own stream has ended, and stays ended.
    await page.locator("#source", { hasText: "ended" }).waitFor();
    expect(await numbersIn(page, lists[2] as string)).toEqual(upTo(40));
    await page.getByRole("button", { name: "Greet" }).click();
    await page.locator("#answer", { hasText: "Hello, Ada!" }).waitFor();
    await page.getByLabel("Name").fill("Mallory");
    await page.getByRole("button", { name: "Greet" }).click();
    await page.locator("#answer", { hasText: "Not before 2027-01-01" }).waitFor();
    expect(errors).toEqual([]);
  });

  test("with React resumes its stream after a restart of the hub", async () => {
    await ensureSubPackage("examples/react");
    await mustRun(localTool("tsc"), ["-p", "examples/react"]);
    const { page, restart, errors } = await open("react", "app.tsx");
    const list = 'ol[aria-label="News"]';
    const last = async (): Promise<number> => (await numbersIn(page, list)).at(-1) ?? 0;
    await expect.poll(last).toBeGreaterThan(5);
    await restart();
    const before = await last();
    await expect.poll(last, { timeout: 30_000 }).toBeGreaterThan(before + 3);
    const numbers = await numbersIn(page, list);
    expect(numbers).toEqual(upTo(numbers.at(-1) as number, numbers[0]));
    await page.getByRole("button", { name: "Greet" }).click();
    await page.getByText("Hello, Ada!").waitFor();
    await keepScreenshot(page, "client-react");
    expect(errors).toEqual([]);
  });
});
