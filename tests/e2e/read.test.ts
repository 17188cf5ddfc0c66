import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { isLeftOut } from "../support/left-out.ts";
import { oddOperations } from "./support/odd-operations.ts";
import { field, keepScreenshot, useExplorer } from "./support/use-explorer.ts";

describe.skipIf(isLeftOut("chromium"))("when an answer is read", () => {
  const explorer = useExplorer();

  test("it is available as text and as a file too", async () => {
    const { page } = await explorer.visit({ route: "/operations/tasks.list" });
    await field(page, "limit").fill("1");
    await page.keyboard.press("Control+Enter");
    await page.getByText(/^ok,/).waitFor();
    await page.getByRole("tab", { name: "Raw" }).click();
    const raw = JSON.parse(await page.getByLabel("Data as JSON").innerText()) as unknown;
    expect(raw).toMatchObject({ total: 1 });
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download the data" }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toBe("tasks.list.json");
    expect(JSON.parse(await readFile(await file.path(), "utf8"))).toEqual(raw);
  });

  test("a text is shown in its lines, and stays unchanged", async () => {
    const { page } = await explorer.visit({ route: "/operations/odd.poem", operations: oddOperations() });
    await page.keyboard.press("Control+Enter");
    await page.getByText(/^ok,/).waitFor();
    expect(await page.getByLabel("Data as text").innerText()).toBe("first line\n  second line");
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download the data" }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toBe("odd.poem.txt");
    expect(await readFile(await file.path(), "utf8")).toBe("first line\n  second line");
  });

  test("a part of it is copied by the keys", async () => {
    const { page } = await explorer.visit({
      route: "/operations/tasks.list",
      context: { permissions: ["clipboard-read", "clipboard-write"] },
    });
    await field(page, "limit").fill("1");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("treeitem", { name: /^0:/ }).click();
    await page.keyboard.press("ControlOrMeta+c");
    const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText())) as unknown;
    expect(copied).toEqual({ id: 1, title: "Task 1", done: true });
  });

  test("on plain HTTP, where browsers have no clipboard object, it is still copied", async () => {
    const { page } = await explorer.visit();
    await page.addInitScript("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await page.reload();
    await page.getByRole("treeitem", { name: /^list/ }).click();
    await page.getByRole("button", { name: "Copy as" }).click();
    await page.getByRole("tab", { name: "CLI" }).click();
    await page.getByRole("button", { name: "Copy as CLI" }).click();
    await page.getByText("Copied", { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await field(page, "text").click();
    await page.keyboard.press("ControlOrMeta+v");
    await expect.poll(() => field(page, "text").inputValue()).toContain("operations call tasks.list");
  });

  test("a text of megabytes opens at once, and not all of it", async () => {
    const { page } = await explorer.visit({ route: "/operations/odd.text", operations: oddOperations() });
    await page.keyboard.press("Control+Enter");
    await page.getByText("show all", { exact: true }).click();
    await page.getByText("The first 200.0 kB of 4.8 MB").waitFor();
    expect((await page.getByRole("dialog").locator("pre").innerText()).length).toBe(200_000);
  });

  test("a description is formatted, and a long one does not push the form away", async () => {
    const { page } = await explorer.visit({ route: "/operations/odd.text", operations: oddOperations() });
    const link = page.getByRole("link", { name: "link" });
    await expect.poll(() => link.getAttribute("rel")).toBe("noopener noreferrer");
    const run = page.getByRole("button", { name: /^Run/ });
    const before = (await run.boundingBox())?.y ?? 0;
    await page.getByRole("button", { name: "Show all of the description" }).click();
    await expect.poll(async () => (await run.boundingBox())?.y ?? 0).toBeGreaterThan(before);
    await keepScreenshot(page, "description");
  });

  test("the schemas of input and output can be seen", async () => {
    const { page } = await explorer.visit({ route: "/operations/odd.pay", operations: oddOperations() });
    await page.getByText("Schemas of output and input").click();
    await page.getByRole("treeitem", { name: /^paid:/ }).waitFor();
    await page.getByRole("tab", { name: "Input" }).click();
    await page.getByRole("treeitem", { name: /^then:/ }).waitFor();
    await expect.poll(() => page.getByRole("tree", { name: "Schema of the output" }).count()).toBe(0);
  });

  test("scrolling up in a stream stays there, and following resumes at its end", async () => {
    const { page } = await explorer.visit({ route: "/operations/clock.ticks" });
    await field(page, "every").fill("5");
    await page.keyboard.press("Control+Enter");
    const list = page.getByRole("listbox", { name: "Items of the stream" });
    const isAtEnd = (): Promise<boolean> =>
      list.evaluate(({ scrollTop, clientHeight, scrollHeight }) => scrollTop + clientHeight > scrollHeight - 30);
    const height = (): Promise<number> => list.evaluate(({ scrollHeight }) => scrollHeight);
    await expect.poll(height).toBeGreaterThan(1200);
    await list.evaluate((element) => element.scrollTo({ top: 100 }));
    const before = await height();
    await expect.poll(height).toBeGreaterThan(before + 600);
    expect(await list.evaluate(({ scrollTop }) => scrollTop)).toBe(100);
    await list.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    const later = await height();
    await expect.poll(height).toBeGreaterThan(later + 300);
    await expect.poll(isAtEnd).toBe(true);
  });

  test("on a narrow screen the answer comes into sight", async () => {
    const { page } = await explorer.visit({
      route: "/operations/tasks.list",
      context: { viewport: { width: 390, height: 700 } },
    });
    const result = page.getByRole("heading", { name: "Result" });
    await page.getByRole("button", { name: /^Run/ }).click();
    await page.getByText(/^ok,/).waitFor();
    await expect.poll(async () => (await result.boundingBox())?.y ?? 9999).toBeLessThan(300);
    await page.getByRole("button", { name: "Operations" }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("search");
    await page.keyboard.press("Escape");
    await page.getByRole("tree", { name: "Operations by namespace" }).waitFor({ state: "hidden" });
  });

  test("a server that stops in the middle of a stream is noticed at once, and the page recovers when it is back", async () => {
    const { page, server } = await explorer.visit({ route: "/operations/clock.ticks" });
    await page.keyboard.press("Control+Enter");
    await page.getByText(/received/).waitFor();
    await server.close();
    await page.getByText("Connection lost.").waitFor();
    await page.evaluate(() => (location.hash = "#/operations/tasks.list"));
    await page.getByText("The server could not be reached.").waitFor();
    await explorer.startServer({ port: server.port });
    await page.getByRole("heading", { name: "list", exact: true }).waitFor({ timeout: 30_000 });
    await expect.poll(() => page.getByText("Connection lost.").count()).toBe(0);
  });
});
