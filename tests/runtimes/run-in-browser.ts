import type { Browser } from "playwright-core";
import { browserPath } from "../support/browser-path.ts";

const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export interface PageOutcome {
  result?: unknown;
  codeGeneration?: boolean;
  error?: string;
}

export async function launchBrowser(): Promise<Browser> {
  const { chromium } = await import("playwright-core");
  return await chromium.launch({ executablePath: browserPath(), args: flags });
}

/** Opens a page that runs the scenario, and returns its report. */
export async function runInBrowser(browser: Browser, url: string): Promise<PageOutcome> {
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => complaints.push(message.text()));
  try {
    await page.goto(url, { waitUntil: "load" });
    const outcome = await page.evaluate<PageOutcome | undefined>("globalThis.outcome");
    return outcome ?? { error: `the page did not start: ${complaints.join("; ")}` };
  } finally {
    await page.close();
  }
}
