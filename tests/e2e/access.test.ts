import { describe, expect, test } from "vitest";
import { isLeftOut } from "../support/left-out.ts";
import { adminKey, guestKey } from "./support/explorer-server.ts";
import { keepScreenshot, useExplorer } from "./support/use-explorer.ts";

describe.skipIf(isLeftOut("chromium"))("opening the page", () => {
  const explorer = useExplorer();

  test("asks for a key, rejects a wrong one and accepts the right one", async () => {
    const { page } = await explorer.visit({ key: null });
    await page.getByLabel("Access key").fill("no-such-key-at-all");
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByText("The hub does not know this key.").waitFor();
    await keepScreenshot(page, "log-in-refused");
    await page.getByLabel("Access key").fill(adminKey);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "What would you like to call?" }).waitFor();
    await page.getByText("11 operations", { exact: true }).waitFor();
    await expect.poll(() => page.getByRole("button", { name: "Log in" }).count()).toBe(0);
  });

  test("stays logged in after a reload, keeps no key, and forgets the session at log-out", async () => {
    const { page } = await explorer.visit({ key: null });
    await page.getByLabel("Access key").fill(adminKey);
    await page.keyboard.press("Enter");
    await page.getByRole("tree", { name: "Operations by namespace" }).waitFor();
    const stored = (): Promise<string> =>
      page.evaluate(() =>
        JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage), document.cookie]),
      );
    expect(await stored()).not.toContain(adminKey);
    await page.reload();
    await page.getByRole("tree", { name: "Operations by namespace" }).waitFor();
    await page.getByRole("button", { name: "Log out" }).click();
    const field = page.getByLabel("Access key");
    await field.waitFor();
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await stored()).not.toContain("operations.session");
    await page.reload();
    await page.getByLabel("Access key").waitFor();
  });

  test("logs in and out in all tabs of a browser", async () => {
    const { page, server } = await explorer.visit({ key: guestKey });
    const other = await page.context().newPage();
    await other.goto(`${server.url}/`);
    await other.getByRole("tree", { name: "Operations by namespace" }).waitFor();
    await page.getByRole("button", { name: "Log out" }).click();
    await other.getByLabel("Access key").waitFor();
    await other.getByLabel("Access key").fill(adminKey);
    await other.keyboard.press("Enter");
    await page.getByRole("tree", { name: "Operations by namespace" }).waitFor();
    await page.getByText("ada", { exact: true }).first().waitFor();
    expect(await page.getByLabel("Access key").count()).toBe(0);
  });

  test("logs in again while the log-out and older requests are still on their way", async () => {
    const { page } = await explorer.visit({ key: adminKey });
    await page.getByRole("tree", { name: "Operations by namespace" }).waitFor();
    const [left, back] = [gate(), gate()];
    const seen: string[] = [];
    await page.route("**/~/log-out", async (route) => {
      await left.passed;
      seen.push("log-out");
      await route.continue();
    });
    await page.route("**/~/log-in", async (route) => {
      seen.push("log-in");
      await route.continue();
    });
    // The page asks for the list with the secret of the old session. The hub receives it after the new session has
    // begun.
    const stale = page.waitForRequest("**/~/operations");
    await page.route(
      "**/~/operations",
      async (route) => {
        await back.passed;
        await route.continue();
      },
      { times: 1 },
    );
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    const refused = await stale;
    await page.getByRole("button", { name: "Log out" }).click();
    await page.getByLabel("Access key").fill(adminKey);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Logging in" }).waitFor();
    left.open();
    await page.getByRole("tree", { name: "Operations by namespace" }).waitFor();
    back.open();
    expect((await refused.response())?.status()).toBe(401);
    expect(seen).toEqual(["log-out", "log-in"]);
    await page.reload();
    await page.getByRole("tree", { name: "Operations by namespace" }).waitFor();
  });

  test("logs in once with the link that a hub prints, and removes the code from the address", async () => {
    const { page, server } = await explorer.visit({ key: null, withOwnKey: true });
    const link = server.logInLink();
    await page.goto(link);
    await page.getByText("owner", { exact: true }).first().waitFor();
    await page.reload();
    await page.getByText("owner", { exact: true }).first().waitFor();
    expect(page.url()).not.toContain("code");
    await page.getByRole("button", { name: "Log out" }).click();
    await page.goto("about:blank");
    await page.goto(link);
    await page.getByText(/This link was used already/).waitFor();
    await keepScreenshot(page, "used-link");
  });

  test("logs in with a key in the address, and removes it from the address", async () => {
    const { page } = await explorer.visit({ key: guestKey });
    await page.getByRole("tree", { name: "Operations by namespace" }).waitFor();
    expect(page.url()).not.toContain("key");
    await expect.poll(() => page.evaluate(() => history.length)).toBeLessThanOrEqual(2);
    await page.getByText("guest").first().waitFor();
  });

  test("shows an identity only the operations that it may call", async () => {
    const { page } = await explorer.visit({ key: guestKey });
    await page.getByText("10 operations", { exact: true }).waitFor();
    await expect.poll(() => page.getByRole("treeitem", { name: /^admin/ }).count()).toBe(0);
    await page.getByLabel("Search operations").fill("restart");
    await page.getByText("Nothing found for “restart”.").waitFor();
    await page.evaluate(() => (location.hash = "#/operations/admin.restart"));
    await page.getByRole("heading", { name: "No access to admin.restart" }).waitFor();
    await keepScreenshot(page, "no-access");
  });

  test("returns to the log-in when the key is revoked", async () => {
    const { page } = await explorer.visit({ key: guestKey });
    await page.getByRole("tree", { name: "Operations by namespace" }).waitFor();
    await page.route("**/~/operations", (route) => route.fulfill({ status: 401, body: "{}" }));
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await page.getByText(/Your session has ended/).waitFor();
    await expect.poll(() => page.getByRole("tree").count()).toBe(0);
  });

  test("shows a lost connection until the server is back", async () => {
    const { page, server } = await explorer.visit();
    await page.getByRole("tree", { name: "Operations by namespace" }).waitFor();
    await server.close();
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await page.getByText("Connection lost.").waitFor();
    await keepScreenshot(page, "connection-lost");
    await explorer.startServer({ port: server.port });
    // The page retries by itself too, and may be faster than the click, which then waits until the page closes.
    const click = page.getByRole("button", { name: "Try now" }).click();
    click.catch(() => undefined);
    await page.getByText("Connection lost.").waitFor({ state: "detached" });
    await page.getByRole("treeitem", { name: /^list/ }).click();
    await page.getByRole("button", { name: /^Run/ }).click();
    await page.getByRole("tree", { name: "Data" }).waitFor();
    expect((await page.getByRole("alert").allInnerTexts()).join("")).toBe("");
  });
});

function gate(): { readonly passed: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { passed, open: () => open() };
}
