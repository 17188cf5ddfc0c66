import { describe, expect, test } from "vitest";
import { shop } from "../../examples/versions/shop.ts";
import { isLeftOut } from "../support/left-out.ts";
import { keepScreenshot, useExplorer } from "./support/use-explorer.ts";

describe.skipIf(isLeftOut("chromium"))("when an operation is deprecated", () => {
  const explorer = useExplorer();
  const visit = { route: "/operations/shop.order", operations: [...shop] };

  test("its page says why and until when, and links to its successor", async () => {
    const { page } = await explorer.visit(visit);
    const note = page.getByRole("note", { name: "Deprecated" });
    expect(await note.innerText()).toMatch(
      /Deprecated\. Use shop\.v2\.order instead\.\s+Its prices have no currency\. Deprecated since 2026-03-01\./,
    );
    await keepScreenshot(page, "deprecated");
    await note.getByRole("link", { name: "shop.v2.order" }).click();
    await page.getByText("version 2.0.0").waitFor();
    expect(await note.count()).toBe(0);
  });

  test("the tree strikes it through, and screen readers announce it", async () => {
    const { page } = await explorer.visit(visit);
    await page.getByRole("treeitem", { name: /^order deprecated mutation$/ }).waitFor();
    await page.getByRole("treeitem", { name: /^order mutation$/ }).waitFor();
    expect(await page.getByRole("tree").locator("s").allInnerTexts()).toEqual(["order", "prices"]);
  });

  test("the search shows its successor first", async () => {
    const { page } = await explorer.visit(visit);
    await page.getByRole("searchbox").fill("prices");
    const results = page.getByRole("option");
    await expect.poll(() => results.locator(".row-name").allInnerTexts()).toEqual(["shop.v2.prices", "shop.prices"]);
    await keepScreenshot(page, "deprecated-search");
  });
});
