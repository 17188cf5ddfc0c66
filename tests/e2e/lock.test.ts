import { describe, expect, test } from "vitest";
import { isLeftOut } from "../support/left-out.ts";
import { guestKey } from "./support/explorer-server.ts";
import { keepScreenshot, useExplorer } from "./support/use-explorer.ts";

describe.skipIf(isLeftOut("chromium"))("when a server has changed a tool since it was locked", () => {
  const explorer = useExplorer();
  const visit = { route: "/sources", withChangedTool: true };

  test("the page shows the text before and after, and accepting restores the tool", async () => {
    const { page } = await explorer.visit(visit);
    const change = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "sums.add" }) });
    await change.getByText("quarantined", { exact: true }).waitFor();
    expect(await change.locator(".before").innerText()).toBe("Adds two numbers.");
    expect(await change.locator(".after").innerText()).toContain("id_rsa");
    await keepScreenshot(page, "lock");
    await change.getByRole("button", { name: "Accept" }).click();
    await change.waitFor({ state: "detached" });
    await page.getByRole("treeitem", { name: /^sums/ }).first().waitFor();
    await page.getByRole("listitem").filter({ hasText: "sums" }).getByText("2 operations").first().waitFor();
  });

  test("keeping it quarantined is remembered", async () => {
    const { page } = await explorer.visit(visit);
    await page.getByRole("button", { name: "Keep quarantined" }).click();
    await page.getByText("kept quarantined", { exact: true }).waitFor();
    expect(await page.getByRole("button", { name: "Keep quarantined" }).count()).toBe(0);
  });

  test("other users do not see it", async () => {
    const { page } = await explorer.visit({ ...visit, key: guestKey });
    await page.getByRole("heading", { name: "Sources" }).waitFor();
    await page.getByText(/1 operation,/).waitFor();
    expect(await page.getByText("operations.lock").count()).toBe(0);
  });
});
