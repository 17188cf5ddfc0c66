import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { shop } from "../../examples/versions/shop.ts";
import { isLeftOut } from "../support/left-out.ts";
import { problemsInBothColours, SLOW } from "./support/serious-problems.ts";
import { slowOperation } from "./support/slow-operation.ts";
import { field, keepScreenshot, typeJSON, useExplorer } from "./support/use-explorer.ts";

describe.skipIf(isLeftOut("chromium"))("the look of the page", () => {
  const explorer = useExplorer();

  test("has no serious accessibility problem in light and dark mode", SLOW, async () => {
    const { operation, report, finish } = slowOperation();
    const { page } = await explorer.visit({
      withSources: true,
      key: null,
      operations: [operation, ...shop],
      context: { bypassCSP: true, reducedMotion: "reduce" },
    });
    await page.getByLabel("Access key").waitFor();
    const found: Record<string, string[]> = { "log in": await problemsInBothColours(page) };
    await page.getByLabel("Access key").fill("admin-key-0123456789");
    await page.keyboard.press("Enter");
    await page.getByRole("treeitem", { name: /^create/ }).waitFor();
    found["start"] = await problemsInBothColours(page);
    await page.getByRole("treeitem", { name: /^create/ }).click();
    await typeJSON(
      page,
      '{"title": 5, "estimate": 0, "tags": ["a"], "labels": {"x": "y"}, "reminder": {"kind": "mail", "to": "x"}, "assignee": null, "extra": 1}',
    );
    await page.getByRole("button", { name: /^Run/ }).click();
    await page.getByText("errors in the input").waitFor();
    found["wrong input"] = await problemsInBothColours(page);
    await page.getByRole("button", { name: "Copy as" }).click();
    await page.getByRole("dialog", { name: "Copy this call" }).waitFor();
    found["dialog"] = await problemsInBothColours(page);
    await page.keyboard.press("Escape");
    await page.getByRole("treeitem", { name: /^order deprecated/ }).click();
    await page.getByRole("note", { name: "Deprecated" }).waitFor();
    found["deprecated"] = await problemsInBothColours(page);
    await page.getByRole("treeitem", { name: /^report/ }).click();
    await page.getByRole("button", { name: /^Run/ }).click();
    await page.getByText(/^ok,/).waitFor();
    found["result"] = await problemsInBothColours(page);
    await page.getByRole("tab", { name: "Raw" }).click();
    await page.getByText("Types, errors and schemas").click();
    found["raw and schemas"] = await problemsInBothColours(page);
    await page.getByRole("tab", { name: "Timeline" }).click();
    await page.getByRole("rowheader").first().waitFor();
    found["timeline"] = await problemsInBothColours(page);
    await page.getByRole("treeitem", { name: /^ticks/ }).click();
    await field(page, "count").fill("3");
    await page.getByRole("button", { name: /^Watch/ }).click();
    await page.getByText(/^ended,/).waitFor();
    found["stream"] = await problemsInBothColours(page);
    await page.getByRole("treeitem", { name: /^convert/ }).click();
    await page.getByRole("button", { name: /^Run/ }).click();
    await report({ progress: 1, total: 2, message: "Half of it" });
    await page.getByRole("progressbar").waitFor();
    found["progress"] = await problemsInBothColours(page);
    finish();
    await page.getByLabel("Search operations").fill("task");
    await page.getByRole("listbox", { name: "Search results" }).waitFor();
    found["search"] = await problemsInBothColours(page);
    await page.getByRole("link", { name: "Sources" }).click();
    await page.getByText("Import report").click();
    found["sources"] = await problemsInBothColours(page);
    await page.getByRole("link", { name: "History" }).click();
    await page
      .getByRole("button", { name: /^Run again/ })
      .first()
      .waitFor();
    found["history"] = await problemsInBothColours(page);
    expect(Object.entries(found).filter(([, problems]) => problems.length > 0)).toEqual([]);
  });

  test("loads little code before the first view", async () => {
    const { page, server } = await explorer.visit({ key: null });
    await page.getByLabel("Access key").waitFor();
    const scripts = await page.evaluate(() =>
      performance.getEntriesByType("resource").flatMap(({ name }) => (name.endsWith(".js") ? [name] : [])),
    );
    const sizes = await Promise.all(
      scripts.map(async (url) => gzipSync(await (await fetch(url)).arrayBuffer()).length),
    );
    expect(scripts.every((url) => url.startsWith(server.url))).toBe(true);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(60_000);
    expect(sizes.length).toBeGreaterThan(0);
  });

  test("follows the system's colours until the user chooses, and remembers the choice", async () => {
    const { page } = await explorer.visit({ context: { colorScheme: "dark" } });
    const background = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.getByRole("treeitem", { name: /^create/ }).waitFor();
    const dark = await background();
    await keepScreenshot(page, "dark");
    await page.getByRole("button", { name: "Colours: system" }).click();
    await expect.poll(background).not.toBe(dark);
    const light = await background();
    await page.reload();
    await page.getByRole("button", { name: "Colours: light" }).click();
    await expect.poll(background).toBe(dark);
    await page.getByRole("button", { name: "Colours: dark" }).click();
    await page.emulateMedia({ colorScheme: "light" });
    await expect.poll(background).toBe(light);
  });

  test("turns the list into a drawer on a narrow screen, and nothing overflows", async () => {
    const { page } = await explorer.visit({
      route: "/operations/tasks.create",
      // The width of a 1,280 px page at a zoom of 400%.
      context: { viewport: { width: 320, height: 640 } },
    });
    const overflow = (): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(overflow).toBeLessThanOrEqual(0);
    const header = await page.getByRole("button", { name: "Log out" }).boundingBox();
    expect((header?.x ?? 0) + (header?.width ?? 999)).toBeLessThanOrEqual(320);
    expect(header?.height).toBeLessThan(40);
    await keepScreenshot(page, "narrow");
    const tree = page.getByRole("tree", { name: "Operations by namespace" });
    await expect.poll(() => tree.isVisible()).toBe(false);
    await page.getByRole("button", { name: "Operations" }).click();
    await page.getByRole("treeitem", { name: /^list/ }).click();
    await page.getByRole("heading", { name: "list", exact: true }).waitFor();
    await tree.waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Operations" }).click();
    await page.getByRole("treeitem", { name: /^list/ }).click();
    await tree.waitFor({ state: "hidden" });
  });

  test("has a button for the hidden list on a narrow screen", async () => {
    const { page } = await explorer.visit({ context: { viewport: { width: 390, height: 844 } } });
    await page.getByRole("heading", { name: "What would you like to call?" }).waitFor();
    await expect.poll(() => page.getByText("from the list").isVisible()).toBe(false);
    await page.getByRole("button", { name: "Choose an operation" }).click();
    await page.getByRole("searchbox", { name: "Search operations" }).fill("list");
    await page.getByRole("option", { name: "tasks.list" }).click();
    await page.getByRole("heading", { name: "list", exact: true }).waitFor();
  });

  test("shows the state of each source, and what its import left out", async () => {
    const { page } = await explorer.visit({ route: "/sources", withSources: true });
    const sources = page.getByRole("main").getByRole("listitem");
    const petstore = sources.filter({ has: page.getByRole("heading", { name: "petstore" }) });
    await petstore.getByText("ready", { exact: true }).waitFor();
    await petstore.getByText(/^Import report: 2 quarantined/).click();
    await petstore.getByRole("cell", { name: "GET /broken" }).waitFor();
    const weather = sources.filter({ has: page.getByRole("heading", { name: "weather" }) });
    // The hub keeps retrying, so the state is `connecting` in between.
    await weather.getByText("failed", { exact: true }).waitFor({ timeout: 30_000 });
    await weather.getByText("The MCP server weather cannot be reached").waitFor();
    await expect.poll(() => sources.filter({ has: page.getByRole("heading", { level: 2 }) }).count()).toBe(2);
    await keepScreenshot(page, "sources");
  });

  test("lets an administrator reopen a source, read its log, and switch it off and on", async () => {
    const { page } = await explorer.visit({ route: "/sources", withSources: true });
    const tree = page.getByRole("tree", { name: "Operations by namespace" });
    await tree.getByRole("treeitem", { name: /^petstore/ }).waitFor();
    await page.getByRole("button", { name: "Reload petstore" }).click();
    await page.getByRole("button", { name: "Log of weather" }).click();
    await page
      .getByRole("dialog")
      .getByText(/cannot be reached/)
      .waitFor();
    await keepScreenshot(page, "source-log");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Switch off petstore" }).click();
    await tree.getByRole("treeitem", { name: /^petstore/ }).waitFor({ state: "detached" });
    await keepScreenshot(page, "source-off");
    await page.getByRole("button", { name: "Switch on petstore" }).click();
    await expect.poll(() => tree.getByRole("treeitem", { name: /^petstore/ }).count()).toBe(1);
  });

  test("focuses the search at once, so that fast typing loses nothing", async () => {
    const { page } = await explorer.visit();
    const focused = await page.evaluate(() => {
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "/", bubbles: true }));
      return document.activeElement?.id;
    });
    expect(focused).toBe("search");
  });

  test("explains the keys, and restores the focus when the help closes", async () => {
    const { page } = await explorer.visit();
    await page.getByRole("button", { name: "Keyboard help" }).click();
    await page.getByRole("dialog", { name: "Keyboard" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
      .toBe("Keyboard help");
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard" }).waitFor();
  });
});
