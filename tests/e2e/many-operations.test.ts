import { describe, expect, test } from "vitest";
import { isLeftOut } from "../support/left-out.ts";
import { manyOperations } from "./support/demo-operations.ts";
import { keepScreenshot, useExplorer } from "./support/use-explorer.ts";

describe.skipIf(isLeftOut("chromium"))("a list of 5,000 operations", () => {
  const explorer = useExplorer();
  const operations = manyOperations(5000);

  test("narrows down letter by letter, with few rows in the document", async () => {
    const { page } = await explorer.visit({ operations });
    await page.getByText("5,011 operations", { exact: true }).waitFor();
    const search = page.getByLabel("Search operations");
    await search.pressSequentially("operation4321");
    const results = page.getByRole("listbox", { name: "Search results" });
    await results.getByRole("option", { name: /operation4321 / }).waitFor();
    await expect.poll(() => results.getByRole("option").first().innerText()).toContain("operation4321");
    await search.fill("even");
    await page.getByText("500 of 5,011 operations").waitFor();
    await expect.poll(() => results.getByRole("option").count()).toBeLessThan(60);
    await keepScreenshot(page, "many-search");
    await page.keyboard.press("Escape");
    await page.getByRole("tree", { name: "Operations by namespace" }).waitFor();
  });

  test("scrolls through its tree with few rows in the document", async () => {
    const { page } = await explorer.visit({ operations, route: "/operations/service7.group0.operation7" });
    const tree = page.getByRole("tree", { name: "Operations by namespace" });
    await tree.getByRole("treeitem", { name: "operation7 query" }).waitFor();
    await tree.focus();
    await page.keyboard.press("Home");
    for (let opened = 0; opened < 12; opened++) {
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowDown");
    }
    await page.keyboard.press("End");
    await tree.getByRole("treeitem", { name: /^tasks/ }).waitFor();
    await expect.poll(() => tree.getByRole("treeitem").count()).toBeLessThan(80);
    await tree.evaluate((element) => (element.scrollTop = 0));
    await tree.getByRole("treeitem", { name: /^admin/ }).waitFor();
    await keepScreenshot(page, "many-tree");
  });

  test("opens an operation with arrow keys and Enter", async () => {
    const { page } = await explorer.visit({ operations });
    await page.getByText("5,011 operations", { exact: true }).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("clock");
    await page.getByRole("option", { name: /clock.ticks/ }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.locator("main").getByRole("heading", { level: 1 }).waitFor();
    expect(new URL(page.url()).hash).toMatch(/^#\/operations\/clock\./);
  });
});
