/** The explorer in a real browser. After each test, everything closes and the page must have logged no errors. */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, inject } from "vitest";
import { browserPath } from "../../support/browser-path.ts";
import { adminKey, startExplorerServer } from "./explorer-server.ts";
import type { ExplorerServer, ExplorerServerOptions } from "./explorer-server.ts";

const flags = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"];

const artefacts = fileURLToPath(new URL("../../../test-artefacts/", import.meta.url));

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: browserPath(), args: flags });
}

export interface Visit {
  readonly page: Page;
  readonly server: ExplorerServer;
}

export interface VisitOptions extends Omit<ExplorerServerOptions, "folder"> {
  /** The key to log in with: the admin's if undefined, none if null. */
  readonly key?: string | null;
  /** `/operations/tasks.create` */
  readonly route?: string;
  /** Of an earlier call. Default: a new one. */
  readonly server?: ExplorerServer;
  readonly context?: BrowserContextOptions;
}

export interface Explorer {
  visit(options?: VisitOptions): Promise<Visit>;
  /** Starts a server without a page. It closes after the test like all others. */
  startServer(options?: Omit<ExplorerServerOptions, "folder">): Promise<ExplorerServer>;
}

export function useExplorer(): Explorer {
  const closers: Array<() => Promise<unknown>> = [];
  const complaints: string[] = [];
  // All servers of a file share it, so that sessions survive a restart.
  let stateFolder: string;
  let browser: Browser;

  beforeAll(async () => {
    stateFolder = await mkdtemp(join(tmpdir(), "explorer-state-"));
    browser = await launchBrowser();
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === "fail") await keepFailure(browser, task.name);
    for (const close of closers.splice(0).reverse()) await close();
    expect(browser.contexts()).toEqual([]);
    expect(complaints.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await browser.close();
    await rm(stateFolder, { recursive: true, force: true });
  });

  const startServer: Explorer["startServer"] = async (options = {}) => {
    const server = await startExplorerServer({ folder: inject("explorerFolder"), stateFolder, ...options });
    closers.push(() => server.close());
    return server;
  };
  return {
    startServer,
    async visit({ key = adminKey, route = "/", context: contextOptions = {}, ...options } = {}) {
      const { server = await startServer(options) } = options;
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...contextOptions });
      closers.push(() => context.close());
      const page = await context.newPage();
      page.setDefaultTimeout(30_000);
      await listen(page, { origin: server.url, complaints });
      await page.goto(`${server.url}/explorer/${key === null ? "" : `#key=${key}`}`);
      if (key !== null) {
        await page.getByRole("banner").waitFor();
        if (route !== "/") await page.evaluate((hash) => (location.hash = hash), `#${route}`);
        if (route.startsWith("/operations/")) await page.locator("main").getByRole("heading", { level: 1 }).waitFor();
      }
      return { page, server };
    },
  };
}

interface Listening {
  readonly origin: string;
  readonly complaints: string[];
}

/** Collects errors of the page, breaches of its policy and requests to other servers. */
async function listen(page: Page, { origin, complaints }: Listening): Promise<void> {
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("console", (message) => {
    // Some tests expect an error status, which the browser always logs.
    const isStatus = message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !isStatus) complaints.push(`console: ${message.text()}`);
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !/^(data|blob):/.test(url)) complaints.push(`request to ${url}`);
  });
  await page.exposeFunction("reportBreach", (what: string) => complaints.push(`policy: ${what}`));
  await page.addInitScript(`
    document.addEventListener("securitypolicyviolation", (event) =>
      reportBreach(event.violatedDirective + " " + event.blockedURI + " " + event.sourceFile));
  `);
}

/** Saves a screenshot of the page, for a person who looks at all views: `SCREENSHOTS=1 npm test -- e2e`. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  if (process.env["SCREENSHOTS"] !== undefined) await takeScreenshot(page, name);
}

/** Saves a screenshot of each page of a test that failed. */
async function keepFailure(browser: Browser, test: string): Promise<void> {
  const pages = browser.contexts().flatMap((context) => context.pages());
  const name = `failed-${test.replaceAll(/\W+/g, "-")}`;
  // A page that is stuck must not hide why the test failed.
  for (const [index, page] of pages.entries()) await takeScreenshot(page, `${name}-${index}`).catch(() => undefined);
}

async function takeScreenshot(page: Page, name: string): Promise<void> {
  await mkdir(artefacts, { recursive: true });
  await page.screenshot({ path: join(artefacts, `${name}.png`) });
}

/** The field of the form with this member name. */
export function field(page: Page, name: string): Locator {
  return page.getByRole("group", { name: "Input form" }).getByLabel(new RegExp(`^${name}( \\* \\(required\\))?$`));
}

/** The text of the JSON editor. */
export async function editorText(page: Page): Promise<string> {
  // The editor loads from a separate file, after the form.
  await page.locator(".cm-content").waitFor();
  return (await page.locator(".cm-line").allInnerTexts()).join("\n");
}

/** The value in the JSON editor; a text that is not valid JSON is returned as it is. */
export async function editorValue(page: Page): Promise<unknown> {
  const text = await editorText(page);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Replaces the text of the JSON editor by typing. */
export async function typeJSON(page: Page, text: string): Promise<void> {
  await page.locator(".cm-content").click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(text);
}
