import { describe, expect, test } from "vitest";
import { isLeftOut } from "../support/left-out.ts";
import { oddOperations } from "./support/odd-operations.ts";
import { editorText, editorValue, field, typeJSON, useExplorer } from "./support/use-explorer.ts";

describe.skipIf(isLeftOut("chromium"))("when an input is written", () => {
  const explorer = useExplorer();

  test("a reload keeps it, leaving discards it", async () => {
    const { page } = await explorer.visit({ route: "/operations/tasks.create" });
    await field(page, "title").fill("Half a thou");
    await page.reload();
    await field(page, "title").waitFor();
    await expect.poll(() => field(page, "title").inputValue()).toBe("Half a thou");

    await typeJSON(page, '{"title": "not yet');
    await page.reload();
    await page.getByText("The JSON is not valid yet").waitFor();
    await expect.poll(() => editorText(page)).toBe('{"title": "not yet');

    await page.getByRole("button", { name: "Log out" }).click();
    await page.getByLabel("Access key").fill("admin-key-0123456789");
    await page.keyboard.press("Enter");
    await field(page, "title").waitFor();
    await expect.poll(() => field(page, "title").inputValue()).toBe("");
  });

  test("a number with too many digits shows what is sent", async () => {
    const { page } = await explorer.visit({ route: "/operations/tasks.list" });
    await field(page, "limit").fill("9007199254740993");
    await page.getByText("Sent as 9007199254740992").waitFor();
    await field(page, "limit").fill("9007199254740991");
    await expect.poll(() => page.getByText("Sent as").count()).toBe(0);
  });

  test("so does one in the JSON, and one that cannot be sent at all is not", async () => {
    const { page } = await explorer.visit({ route: "/operations/tasks.list" });
    const json = page.getByRole("region", { name: "JSON" });
    const run = page.getByRole("button", { name: /^Run/ });
    await typeJSON(page, '{\n"limit": 9007199254740993}');
    await json.getByText("Line 2: Sent as 9007199254740992").waitFor();
    await json.locator(".cm-lintRange-warning").waitFor();
    await expect.poll(() => run.isEnabled()).toBe(true);
    await typeJSON(page, '{"limit": 1e400}');
    await json.getByText("Line 1: No number can be as large as this.").waitFor();
    await json.locator(".cm-lintRange-error").waitFor();
    await expect.poll(() => run.isDisabled()).toBe(true);
    await typeJSON(page, '{"limit": 3}');
    await expect.poll(() => json.getByText(/^Line/).count()).toBe(0);
    await expect.poll(() => run.isEnabled()).toBe(true);
  });

  test("fields appear and disappear with the value", async () => {
    const { page } = await explorer.visit({ route: "/operations/odd.pay", operations: oddOperations() });
    await field(page, "iban").waitFor();
    await field(page, "method").selectOption("card");
    await field(page, "number").fill("12");
    await expect.poll(() => field(page, "iban").count()).toBe(0);
    await page.keyboard.press("Control+Enter");
    await page.getByText("One thing does not fit").waitFor();
    await expect.poll(() => field(page, "number").getAttribute("aria-invalid")).toBe("true");
    await field(page, "number").fill("1234");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("treeitem", { name: /paid: true/ }).waitFor();
  });

  test("text in a field of another type is kept as written", async () => {
    const { page } = await explorer.visit({ route: "/operations/tasks.create" });
    await typeJSON(page, '{"title": 5}');
    await expect.poll(() => field(page, "title").inputValue()).toBe("5");
    await field(page, "title").fill("Buy milk");
    await page.getByText("taken as text").waitFor();
    await page.keyboard.press("Tab");
    await expect.poll(() => editorValue(page)).toEqual({ title: "Buy milk" });
    await expect.poll(() => field(page, "title").inputValue()).toBe("Buy milk");
  });

  test("removing an item moves the focus to one that is left", async () => {
    const { page } = await explorer.visit({ route: "/operations/tasks.create" });
    const focused = (): Promise<string | undefined> =>
      page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.value);
    await typeJSON(page, '{"title": "x", "priority": "low", "tags": ["one", "two", "three"], "estimate": 5}');
    await page.getByRole("button", { name: "Remove Item 2" }).click();
    await expect.poll(focused).toBe("three");
    await page.getByRole("button", { name: "Remove Item 2" }).click();
    await expect.poll(focused).toBe("one");
    await page.getByRole("button", { name: "Remove estimate" }).click();
    await expect
      .poll(() => field(page, "estimate").evaluate((element) => element === document.activeElement))
      .toBe(true);
  });

  test("an item keeps the focus while it is moved", async () => {
    const { page } = await explorer.visit({ route: "/operations/tasks.create" });
    await typeJSON(page, '{"title": "x", "priority": "low", "tags": ["one", "two"]}');
    await page.getByRole("button", { name: "Move Item 2 up" }).click();
    await expect
      .poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.value))
      .toBe("two");
  });

  test("a line of JSON can be formatted", async () => {
    const { page } = await explorer.visit({ route: "/operations/tasks.list" });
    await typeJSON(page, '{"text":"a","limit":2}');
    await page.getByRole("button", { name: "Format" }).click();
    await expect.poll(() => editorText(page)).toBe('{\n  "text": "a",\n  "limit": 2\n}');
  });

  test("tabs and bookmarks name the operation", async () => {
    const { page } = await explorer.visit({ route: "/operations/tasks.list" });
    await expect.poll(() => page.title()).toBe("tasks.list · Demo hub");
    await page.getByRole("link", { name: "Sources" }).click();
    await expect.poll(() => page.title()).toBe("Sources · Demo hub");
  });
});
