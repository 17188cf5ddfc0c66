import { describe, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { defineOperation, OperationType, Type } from "../../src/entries/index.ts";
import { isLeftOut } from "../support/left-out.ts";
import { seriousProblems, SLOW } from "./support/serious-problems.ts";
import { keepScreenshot, useExplorer } from "./support/use-explorer.ts";

describe.skipIf(isLeftOut("chromium"))("the documentation in the explorer", () => {
  const explorer = useExplorer();
  /** Reading needs no key. */
  const openDocs = async (path: string, context = {}): Promise<Page> => {
    const { page, server } = await explorer.visit({ key: null, context });
    await page.goto(`${server.url}/explorer/docs/${path}`);
    return page;
  };
  const titled = (page: Page, name: string): Promise<void> =>
    page.locator("main").getByRole("heading", { level: 1, name, exact: true }).waitFor();
  const isInView = (page: Page, id: string): Promise<boolean> =>
    page.evaluate((anchor) => {
      const { top = -1 } = document.getElementById(anchor)?.getBoundingClientRect() ?? {};
      return top >= 0 && top < innerHeight;
    }, id);

  test("lists all pages, and leads from one to the next and back", async () => {
    const page = await openDocs("");
    await titled(page, "Operations");
    await page.locator("main").getByRole("link", { name: "Your first hub" }).click();
    await titled(page, "Your first hub");
    expect(new URL(page.url()).pathname).toBe("/explorer/docs/guide/first-hub");
    const pages = page.getByRole("navigation", { name: "Pages" });
    await pages.locator("[aria-current]", { hasText: "Your first hub" }).waitFor();
    await page.getByRole("navigation", { name: "Previous and next page" }).getByRole("link").last().click();
    await expect.poll(() => page.locator("main h1").textContent()).not.toBe("Your first hub");
    await page.goBack();
    await titled(page, "Your first hub");
    expect(await page.title()).toBe("Your first hub · Documentation");
  });

  test("shows a picture of the guide from the hub itself", async () => {
    const page = await openDocs("guide/first-hub");
    const picture = page.locator("main img").first();
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  });

  test("goes to the section in the address, and to sections through the outline", async () => {
    const page = await openDocs("guide/observing#traces");
    await titled(page, "Watch a hub");
    await expect.poll(() => isInView(page, "traces")).toBe(true);
    await page.getByRole("navigation", { name: "On this page" }).getByRole("link").first().click();
    await expect.poll(() => isInView(page, "traces")).toBe(false);
    await page.goBack();
    await expect.poll(() => isInView(page, "traces")).toBe(true);
  });

  test("finds sections by their words, with the keyboard alone", async () => {
    const page = await openDocs("");
    await titled(page, "Operations");
    await page.keyboard.press("/");
    await page.keyboard.type("phases of a call");
    const results = page.getByRole("listbox", { name: "Search results" }).getByRole("option");
    await results.first().waitFor();
    await keepScreenshot(page, "docs-search");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.url()).toMatch(/docs\/guide\/observing#phases-of-a-call$/);
    expect(await results.count()).toBe(0);
    await page.keyboard.press("/");
    await page.keyboard.type("xyzzyplugh");
    await page.getByText("Nothing found. Try other words.").waitFor();
  });

  test("chooses a section although an arrow key came before the sections", async () => {
    const page = await openDocs("");
    await titled(page, "Operations");
    let load = (): void => undefined;
    const loaded = new Promise<void>((resolve) => (load = resolve));
    await page.route("**/explorer/**", async (route) => {
      await loaded;
      await route.continue();
    });
    await page.getByRole("combobox", { name: "Search the documentation" }).fill("envelopes");
    await page.getByText("Loading…").waitFor();
    await page.keyboard.press("ArrowDown");
    load();
    await page.locator("#doc-results").getByRole("option", { selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => new URL(page.url()).pathname).not.toBe("/explorer/docs/");
  });

  test("says that there is no such page, and links to all pages", async () => {
    const page = await openDocs("guide/nowhere");
    await titled(page, "There is no such page");
    await keepScreenshot(page, "docs-nowhere");
    await page.getByRole("link", { name: "all pages" }).click();
    await titled(page, "Operations");
    expect(new URL(page.url()).pathname).toBe("/explorer/docs/");
  });

  test("formats the longest page, too", async () => {
    const { page } = await explorer.visit({ key: null });
    await page.goto(new URL("docs/reference/api", page.url().replace(/#.*/, "")).href);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await expect.poll(() => page.locator("main li").count()).toBeGreaterThan(100);
  });

  test("opens the explanation of an error in its own tab", async () => {
    const broken = defineOperation({
      namespace: "tasks",
      name: "broken",
      version: "1.0.0",
      type: OperationType.QUERY,
      description: "Always fails.",
      inputSchema: Type.Object({}),
      outputSchema: Type.Unknown(),
      accessControl: { requiredScopes: [] },
      handler: () => {
        throw new Error("The disk is full.");
      },
    });
    const { page } = await explorer.visit({ route: "/operations/tasks.broken", operations: [broken] });
    const opened = page.context().waitForEvent("page");
    await page.getByRole("button", { name: /^Run/ }).click();
    await page.getByRole("link", { name: "About this error" }).click();
    const docs = await opened;
    await docs.locator("tr[data-target]").waitFor();
    expect(new URL(docs.url()).pathname).toBe("/explorer/docs/errors");
    await keepScreenshot(docs, "docs-error");
  });

  test("serves each page as text too", async () => {
    const { server } = await explorer.visit({ key: null });
    const index = await (await fetch(`${server.url}/explorer/docs/llms.txt`)).text();
    const [, first = ""] = /\]\(([^)]+)\)/.exec(index) ?? [];
    const answer = await fetch(`${server.url}/explorer/docs/${first}`);
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(answer.headers.get("cache-control")).toBe("no-cache");
    expect(await answer.text()).toMatch(/^# /);
    expect((await fetch(`${server.url}/explorer/docs/guide/nowhere.md`)).status).toBe(404);
  });

  test.each(["light", "dark"] as const)(
    "reads well on wide and narrow screens in %s mode",
    SLOW,
    async (colorScheme) => {
      const page = await openDocs("guide/openapi", { colorScheme, bypassCSP: true, reducedMotion: "reduce" });
      const look = async (name: string, width: number): Promise<void> => {
        await page.setViewportSize({ width, height: 900 });
        const overflow = (): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        await expect.poll(overflow).toBeLessThanOrEqual(0);
        await keepScreenshot(page, `docs-${name}-${width}-${colorScheme}`);
        expect([name, width, await seriousProblems(page)]).toEqual([name, width, []]);
      };
      await page.locator(".code-word").first().waitFor();
      for (const width of [1440, 390]) await look("guide", width);
      await page.getByRole("button", { name: "Pages" }).click();
      await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Errors", exact: true }).click();
      await titled(page, "Errors");
      for (const width of [1440, 390]) await look("errors", width);
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.getByRole("link", { name: "Documentation" }).click();
      await titled(page, "Operations");
      for (const width of [1440, 390]) await look("start", width);
    },
  );
});
