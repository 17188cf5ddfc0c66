import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { isLeftOut } from "../support/left-out.ts";
import { oddOperations } from "./support/odd-operations.ts";
import { field, keepScreenshot, useExplorer } from "./support/use-explorer.ts";

describe.skipIf(isLeftOut("chromium"))("reading a result", () => {
  const explorer = useExplorer();

  test("offers it as text and as a file", async () => {
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

  test("shows a text with its line breaks, and saves it unchanged", async () => {
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

  test("says what the server left out, and how to keep it", async () => {
    const { page } = await explorer.visit({ route: "/operations/odd.talkative", operations: oddOperations() });
    await page.keyboard.press("Control+Enter");
    await page.getByText(/^ok,/).waitFor();
    await page.getByText("2 members left out").click();
    const note = page.getByText("The output schema does not name");
    expect(await note.innerText()).toMatch(
      /name \/extra, \/<b>\. To keep such members, set output: keep in the hub's config/,
    );
    expect(await page.getByRole("treeitem", { name: /extra/ }).count()).toBe(0);
    await keepScreenshot(page, "stripped");
  });

  test("says quietly what is a default, and not the source's own word", async () => {
    const { page } = await explorer.visit({ route: "/operations/odd.taciturn", operations: oddOperations() });
    await page.keyboard.press("Control+Enter");
    await page.getByText(/^ok,/).waitFor();
    await page.getByText("1 filled in by default").click();
    const note = page.getByText("The source did not send");
    expect(await note.innerText()).toBe(
      "The source did not send /isOpen. The values are the defaults that the output schema declares.",
    );
    expect(await page.getByText("left out").count()).toBe(0);
    await keepScreenshot(page, "filled");
  });

  test("copies a part of it with the keyboard", async () => {
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

  test("copies on plain HTTP too, where browsers have no clipboard object", async () => {
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

  test("opens only the beginning of a text of several megabytes", async () => {
    const { page } = await explorer.visit({ route: "/operations/odd.text", operations: oddOperations() });
    await page.keyboard.press("Control+Enter");
    await page.getByText("show all", { exact: true }).click();
    await page.getByText("The first 200.0 kB of 4.8 MB").waitFor();
    expect((await page.getByRole("dialog").locator("pre").innerText()).length).toBe(200_000);
  });

  test("formats a description, and cuts a long one so that the form stays visible", async () => {
    const { page } = await explorer.visit({ route: "/operations/odd.text", operations: oddOperations() });
    const link = page.getByRole("link", { name: "link" });
    await expect.poll(() => link.getAttribute("rel")).toBe("noopener noreferrer");
    const run = page.getByRole("button", { name: /^Run/ });
    const before = (await run.boundingBox())?.y ?? 0;
    await page.getByRole("button", { name: "Show the whole description" }).click();
    await expect.poll(async () => (await run.boundingBox())?.y ?? 0).toBeGreaterThan(before);
    await keepScreenshot(page, "description");
  });

  test("documents input, output and errors as types, with an example, and shows their schemas", async () => {
    const { page } = await explorer.visit({ route: "/operations/odd.pay", operations: oddOperations() });
    await page.getByText("Types, errors and schemas").click();
    await page.getByLabel("Type: Data of the answer").getByText("paid?: boolean").waitFor();
    await page.getByLabel("Type: Input").getByText('method: "card" | "bank"').waitFor();
    await page.getByRole("tab", { name: "Output schema" }).click();
    await page.getByRole("treeitem", { name: /^paid:/ }).waitFor();
    await page.getByRole("tab", { name: "Input schema" }).click();
    await page.getByRole("treeitem", { name: /^then:/ }).waitFor();
    await expect.poll(() => page.getByRole("tree", { name: "Output schema" }).count()).toBe(0);
  });

  test("stops following a stream while the user reads further up", async () => {
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

  test("scrolls to the result on a narrow screen", async () => {
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

  test("notices a server that stops during a stream, and continues when it is back", async () => {
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
