import { describe, expect, test } from "vitest";
import { isLeftOut } from "../support/left-out.ts";
import { oddOperations } from "./support/odd-operations.ts";
import { editorText, editorValue, field, typeJSON, useExplorer } from "./support/use-explorer.ts";

describe.skipIf(isLeftOut("chromium"))("editing an input", () => {
  const explorer = useExplorer();

  test("survives a reload, but not a log-out", async () => {
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

  test("shows the number that is sent if the typed one has too many digits", async () => {
    const { page } = await explorer.visit({ route: "/operations/tasks.list" });
    await field(page, "limit").fill("9007199254740993");
    await page.getByText("Sent as 9007199254740992").waitFor();
    await field(page, "limit").fill("9007199254740991");
    await expect.poll(() => page.getByText("Sent as").count()).toBe(0);
  });

  test("does the same in the JSON, and does not send a number that is too large", async () => {
    const { page } = await explorer.visit({ route: "/operations/tasks.list" });
    const json = page.getByRole("region", { name: "JSON" });
    const run = page.getByRole("button", { name: /^Run/ });
    await typeJSON(page, '{\n"limit": 9007199254740993}');
    await json.getByText("Line 2: Sent as 9007199254740992").waitFor();
    await json.locator(".cm-lintRange-warning").waitFor();
    await expect.poll(() => run.isEnabled()).toBe(true);
    await typeJSON(page, '{"limit": 1e400}');
    await json.getByText("Line 1: This number is too large to send.").waitFor();
    await json.locator(".cm-lintRange-error").waitFor();
    await expect.poll(() => run.isDisabled()).toBe(true);
    await typeJSON(page, '{"limit": 3}');
    await expect.poll(() => json.getByText(/^Line/).count()).toBe(0);
    await expect.poll(() => run.isEnabled()).toBe(true);
  });

  test("shows the fields that the value requires", async () => {
    const { page } = await explorer.visit({ route: "/operations/odd.pay", operations: oddOperations() });
    await field(page, "iban").waitFor();
    await field(page, "method").selectOption("card");
    await field(page, "number").fill("12");
    await expect.poll(() => field(page, "iban").count()).toBe(0);
    await page.keyboard.press("Control+Enter");
    await page.getByText("1 error in the input").waitFor();
    await expect.poll(() => field(page, "number").getAttribute("aria-invalid")).toBe("true");
    await field(page, "number").fill("1234");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("treeitem", { name: /paid: true/ }).waitFor();
  });

  test("turns plain text in a JSON field into a text value", async () => {
    const { page } = await explorer.visit({ route: "/operations/tasks.create" });
    await typeJSON(page, '{"title": 5}');
    await expect.poll(() => field(page, "title").inputValue()).toBe("5");
    await field(page, "title").fill("Buy milk");
    await page.getByText("becomes text").waitFor();
    await page.keyboard.press("Tab");
    await expect.poll(() => editorValue(page)).toEqual({ title: "Buy milk" });
    await expect.poll(() => field(page, "title").inputValue()).toBe("Buy milk");
  });

  test("moves the focus to a neighbour when an item is removed", async () => {
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

  test("keeps the focus on a moved item", async () => {
    const { page } = await explorer.visit({ route: "/operations/tasks.create" });
    await typeJSON(page, '{"title": "x", "priority": "low", "tags": ["one", "two"]}');
    await page.getByRole("button", { name: "Move Item 2 up" }).click();
    await expect
      .poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.value))
      .toBe("two");
  });

  test("formats JSON over several lines", async () => {
    const { page } = await explorer.visit({ route: "/operations/tasks.list" });
    await typeJSON(page, '{"text":"a","limit":2}');
    await page.getByRole("button", { name: "Format" }).click();
    await expect.poll(() => editorText(page)).toBe('{\n  "text": "a",\n  "limit": 2\n}');
  });

  test("names the operation in the title of the tab", async () => {
    const { page } = await explorer.visit({ route: "/operations/tasks.list" });
    await expect.poll(() => page.title()).toBe("tasks.list · Demo hub");
    await page.getByRole("link", { name: "Sources" }).click();
    await expect.poll(() => page.title()).toBe("Sources · Demo hub");
  });
});
