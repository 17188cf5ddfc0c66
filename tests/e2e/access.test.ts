import { describe, expect, test } from "vitest";
import { isLeftOut } from "../support/left-out.ts";
import { adminKey, guestKey } from "./support/explorer-server.ts";
import { keepScreenshot, useExplorer } from "./support/use-explorer.ts";

describe.skipIf(isLeftOut("chromium"))("when a user opens the page", () => {
  const explorer = useExplorer();

  test("it asks for a key, refuses a wrong one, and lets the right one in", async () => {
    const { page } = await explorer.visit({ key: null });
    await page.getByLabel("Access key").fill("no-such-key-at-all");
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByText("The server does not know this key.").waitFor();
    await keepScreenshot(page, "log-in-refused");
    await page.getByLabel("Access key").fill(adminKey);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "What would you like to call?" }).waitFor();
    await page.getByText("11 operations", { exact: true }).waitFor();
    await expect.poll(() => page.getByRole("button", { name: "Log in" }).count()).toBe(0);
  });

  test("the key stays in the tab over a reload, and is gone after logging out", async () => {
    const { page } = await explorer.visit({ key: null });
    await page.getByLabel("Access key").fill(adminKey);
    await page.keyboard.press("Enter");
    await page.getByRole("tree", { name: "Operations by namespace" }).waitFor();
    await page.reload();
    await page.getByRole("tree", { name: "Operations by namespace" }).waitFor();
    await page.getByRole("button", { name: "Log out" }).click();
    const field = page.getByLabel("Access key");
    await field.waitFor();
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    const kept = await page.evaluate(() =>
      JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)]),
    );
    expect(kept).not.toContain(adminKey);
    await page.reload();
    await page.getByLabel("Access key").waitFor();
  });

  test("a key in the address logs in, and leaves the address", async () => {
    const { page } = await explorer.visit({ key: guestKey });
    await page.getByRole("tree", { name: "Operations by namespace" }).waitFor();
    expect(page.url()).not.toContain("key");
    await expect.poll(() => page.evaluate(() => history.length)).toBeLessThanOrEqual(2);
    await page.getByText("guest").first().waitFor();
  });

  test("an identity sees only what it may call", async () => {
    const { page } = await explorer.visit({ key: guestKey });
    await page.getByText("10 operations", { exact: true }).waitFor();
    await expect.poll(() => page.getByRole("treeitem", { name: /^admin/ }).count()).toBe(0);
    await page.getByLabel("Search operations").fill("restart");
    await page.getByText("Nothing found for “restart”.").waitFor();
    await page.evaluate(() => (location.hash = "#/operations/admin.restart"));
    await page.getByRole("heading", { name: "No access to admin.restart" }).waitFor();
    await keepScreenshot(page, "no-access");
  });

  test("a key that is withdrawn while the page is open leads back to the log-in", async () => {
    const { page } = await explorer.visit({ key: guestKey });
    await page.getByRole("tree", { name: "Operations by namespace" }).waitFor();
    await page.route("**/~/operations", (route) => route.fulfill({ status: 401, body: "{}" }));
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await page.getByText("This key is not valid any more.").waitFor();
    await expect.poll(() => page.getByRole("tree").count()).toBe(0);
  });

  test("a lost connection is shown until the server is back", async () => {
    const { page, server } = await explorer.visit();
    await page.getByRole("tree", { name: "Operations by namespace" }).waitFor();
    await server.close();
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await page.getByText("Connection lost.").waitFor();
    await keepScreenshot(page, "connection-lost");
    await explorer.startServer({ port: server.port });
    await page.getByRole("button", { name: "Try now" }).click();
    await page.getByText("Connection lost.").waitFor({ state: "detached" });
    await page.getByRole("treeitem", { name: /^list/ }).click();
    await page.getByRole("button", { name: /^Run/ }).click();
    await page.getByRole("tree", { name: "Data" }).waitFor();
    expect((await page.getByRole("alert").allInnerTexts()).join("")).toBe("");
  });
});
