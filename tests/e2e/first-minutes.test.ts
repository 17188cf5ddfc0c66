/** A newcomer's first minutes: an empty home folder, the package, a terminal and a browser. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ensureBuilt } from "../../scripts/ensure-built.ts";
import { TmuxTerminal } from "../cli/support/tmux.ts";
import { findFreePort } from "../support/free-port.ts";
import { isLeftOut } from "../support/left-out.ts";
import { projectRoot } from "../support/run-program.ts";
import { packInto } from "../support/pack-into.ts";
import { seriousProblems } from "./support/serious-problems.ts";
import { field, keepScreenshot, launchBrowser } from "./support/use-explorer.ts";

/** npx first fetches the package's dependencies. */
const DOWNLOAD_MS = 300_000;
const WIDTHS = [1440, 1024, 390] as const;

describe.skipIf(isLeftOut("chromium"))("the first minutes", () => {
  let home: string;
  let terminal: TmuxTerminal;
  let browser: Browser;
  let context: BrowserContext;
  const actions: string[] = [];
  /** Counts the person's actions. */
  const act = async <T>(what: string, work: Promise<T>): Promise<T> => {
    actions.push(what);
    return await work;
  };

  beforeAll(async () => {
    await ensureBuilt();
    home = await mkdtemp(join(tmpdir(), "operations-first-"));
    await mkdir(join(home, "project"));
    const tarball = await packInto(home);
    // Plays the registry's part: it finds the package by its name.
    await writeFile(join(home, "npx.sh"), `exec npx --yes --prefer-offline --package='${tarball}' operations "$@"\n`);
    terminal = await TmuxTerminal.open(
      { folder: join(home, "project"), path: (name: string) => join(home, name), cli: "", env: {} },
      { width: 120, env: { HOME: home, PATH: process.env["PATH"] ?? "", LANG: "C.UTF-8" } },
    );
    browser = await launchBrowser();
    // Only this bypasses the policy, because axe is injected.
    context = await browser.newContext({ bypassCSP: true, viewport: { width: 1440, height: 900 } });
  }, 300_000);
  afterAll(async () => {
    await browser?.close();
    await terminal?.close();
    await rm(home, { recursive: true, force: true });
  });

  const look = async (page: Page, name: string): Promise<void> => {
    // The guide shows what this test sees: `DOCS_SCREENSHOTS=1 npm test -- e2e` takes the pictures again.
    if (process.env["DOCS_SCREENSHOTS"] !== undefined)
      await page.screenshot({ path: join(projectRoot, `docs/images/first-${name}.png`) });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await hasSettled(page);
        await keepScreenshot(page, `first-${name}-${width}-${colorScheme}`);
        expect([name, width, colorScheme, await seriousProblems(page)]).toEqual([name, width, colorScheme, []]);
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: "light" });
  };

  test("lead from nothing to a call, a stream and an approval within 20 actions", { timeout: 600_000 }, async () => {
    const port = await findFreePort();
    await act("init", terminal.type("sh ~/npx.sh init"));
    await terminal.shows(/OpenAPI document\?|It works as it is/, DOWNLOAD_MS);
    await act("no API", terminal.key("Enter"));
    await terminal.shows(/It works as it is/);
    await act("serve", terminal.type(`sh ~/npx.sh serve --port ${port}`));
    const screen = await terminal.shows(/#code=[\w-]+/);
    const link = /http:\S+#code=[\w-]+/.exec(screen)?.[0] ?? "";

    const page = await context.newPage();
    await act("open the link", page.goto(link));
    await page.getByText(/^No calls yet/).waitFor();
    await look(page, "home");

    await act("choose greet", page.getByRole("treeitem", { name: /greet/ }).click());
    await act("type a name", field(page, "name").fill("Ada"));
    await act("run", page.getByRole("button", { name: /^Run/ }).click());
    await page.getByRole("treeitem", { name: /Hello, Ada!/ }).waitFor();
    await look(page, "call");

    await act("choose countdown", page.getByRole("treeitem", { name: /countdown/ }).click());
    await act("watch", page.getByRole("button", { name: /^Watch/ }).click());
    await page.getByText("4 received").waitFor();
    await look(page, "stream");

    await act("choose remember", page.getByRole("treeitem", { name: /remember/ }).click());
    await act("type a line", field(page, "text").fill("Buy bread"));
    await act("run", page.getByRole("button", { name: /^Run/ }).click());
    const inbox = await context.newPage();
    await act("open the inbox", inbox.goto(`${new URL(link).origin}/explorer/#/approvals`));
    const approve = inbox.getByRole("button", { name: "Approve" });
    await approve.waitFor();
    await look(inbox, "approval");
    await act("approve", approve.click());
    await page.bringToFront();
    await page.getByRole("treeitem", { name: /Buy bread/ }).waitFor();

    await act("stop", terminal.key("C-c"));
    await terminal.shows(/\$ $/);
    expect(actions.length).toBeLessThanOrEqual(20);
  });
});

/**
 * The list of operations slides away on a narrow screen. Endless animations, such as the spinner of a waiting call,
 * continue.
 */
async function hasSettled(page: Page): Promise<void> {
  const isMoving = (): boolean =>
    document.getAnimations().some(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
  await expect.poll(() => page.evaluate(isMoving)).toBe(false);
}
