import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { isLeftOut } from "../support/left-out.ts";
import { field, useExplorer } from "./support/use-explorer.ts";

function hashOf(page: Page): string {
  return new URL(page.url()).hash;
}

/** The new tab that a click opens. */
async function tabOf(page: Page, click: () => Promise<void>): Promise<Page> {
  const [tab] = await Promise.all([page.context().waitForEvent("page"), click()]);
  await tab.waitForURL(/#\/operations\//);
  return tab;
}

async function hasFocus(list: Locator): Promise<boolean> {
  return await list.evaluate((element) => element === document.activeElement);
}

describe.skipIf(isLeftOut("chromium"))("opening an operation in a new tab", () => {
  const explorer = useExplorer();

  test.each([
    ["with Ctrl", { modifiers: ["ControlOrMeta" as const] }],
    ["with the middle button", { button: "middle" as const }],
  ])("works with a click %s in the tree, and leaves this page as it is", async (_, how) => {
    const { page } = await explorer.visit({ route: "/operations/tasks.create" });
    const tab = await tabOf(page, () => page.getByRole("treeitem", { name: /^list/ }).click(how));
    expect(hashOf(tab)).toBe("#/operations/tasks.list");
    expect(hashOf(page)).toBe("#/operations/tasks.create");
    await page.getByRole("heading", { name: "Create a task" }).waitFor();
    // The session of the first tab is valid in the second.
    await tab.getByRole("heading", { name: "list", exact: true }).waitFor();
  });

  test("works from the search results and the history", async () => {
    const { page } = await explorer.visit({ route: "/operations/tasks.create" });
    await page.getByLabel("Search operations").fill("refuse");
    const result = page.getByRole("option", { name: /^tasks.refuse/ });
    const found = await tabOf(page, () => result.click({ modifiers: ["ControlOrMeta"] }));
    expect(hashOf(found)).toBe("#/operations/tasks.refuse");
    expect(hashOf(page)).toBe("#/operations/tasks.create");
    await found.close();

    await field(page, "title").fill("Once");
    await page.keyboard.press("Control+Enter");
    await page.getByText(/^ok,/).waitFor();
    await page.getByRole("link", { name: "History" }).click();
    const entry = page.getByRole("main").getByRole("link", { name: "tasks.create" });
    const again = await tabOf(page, () => entry.click({ modifiers: ["ControlOrMeta"] }));
    expect(hashOf(again)).toBe("#/operations/tasks.create");
    expect(hashOf(page)).toBe("#/history");
  });

  test("works because each row is a link; the list stays one tab stop", async () => {
    const { page } = await explorer.visit({ route: "/operations/tasks.create" });
    const tree = page.getByRole("tree", { name: "Operations by namespace" });
    const row = tree.getByRole("treeitem", { name: /^list/ });
    expect(await row.getAttribute("href")).toBe("#/operations/tasks.list");
    await row.click();
    await page.getByRole("heading", { name: "list", exact: true }).waitFor();
    await expect.poll(() => hasFocus(tree)).toBe(true);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect.poll(() => hashOf(page)).toBe("#/operations/tasks.refuse");
    await expect.poll(() => hasFocus(tree)).toBe(true);
    await page.keyboard.press("Tab");
    expect(await tree.evaluate((element) => element.contains(document.activeElement))).toBe(false);
  });
});
