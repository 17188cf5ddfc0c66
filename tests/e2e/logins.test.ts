/** How people get their own logins: a hub, an MCP server behind `oidc-provider`, and Chromium. */
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { ensureSubPackage } from "../../scripts/sub-package.ts";
import { createCallerWorld, KEYS } from "../logins/caller-world.ts";
import type { Caller, CallerWorld } from "../logins/caller-world.ts";
import { isLeftOut } from "../support/left-out.ts";
import { keepScreenshot, launchBrowser } from "./support/use-explorer.ts";

describe.skipIf(isLeftOut("chromium"))("when the callers of a source have their own logins", () => {
  let browser: Browser;
  const ends: Array<() => unknown> = [];

  beforeAll(async () => {
    await ensureSubPackage("tests/logins");
    browser = await launchBrowser();
  }, 600_000);
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });
  afterAll(() => browser.close());

  /** A person with their own browser. */
  async function newPage(): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    ends.push(() => context.close());
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    return page;
  }

  async function explore({ hub }: CallerWorld, who: Caller, hash: string): Promise<Page> {
    const page = await newPage();
    await page.goto(`${hub.endpoints.explorer}#key=${KEYS[who]}`);
    await page.getByRole("banner").waitFor();
    await page.evaluate((next) => (location.hash = next), hash);
    return page;
  }

  /** On the pages of `oidc-provider`. */
  async function logInThere(page: Page, user: string): Promise<void> {
    await page.locator('input[name="login"]').fill(user);
    await page.locator('input[name="password"]').fill("any");
    await page.getByRole("button", { name: "Sign-in" }).click();
    await page.getByRole("button", { name: "Continue" }).click();
  }

  test("Connect leads to the service and back, and only the owner's calls use the login", async () => {
    const world = await createCallerWorld(ends, { explorerFolder: inject("explorerFolder"), isAsked: true });
    const page = await explore(world, "ada", "#/operations/notes.who_am_i");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByText("LOGIN_REQUIRED").waitFor();
    await keepScreenshot(page, "login-required");
    await page.getByRole("button", { name: "Connect to notes" }).click();
    await logInThere(page, "ada-upstream");
    const login = page.getByRole("listitem", { name: "Login to notes" });
    await login.getByText("connected", { exact: true }).waitFor();
    await keepScreenshot(page, "logins");
    await page.evaluate(() => (location.hash = "#/operations/notes.who_am_i"));
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByText("ada-upstream").first().waitFor();

    const other = await explore(world, "bob", "#/operations/notes.who_am_i");
    await other.getByRole("button", { name: "Run", exact: true }).click();
    await other.getByText("LOGIN_REQUIRED").waitFor();
    expect(await other.getByText("ada-upstream").count()).toBe(0);

    await page.evaluate(() => (location.hash = "#/sources"));
    await login.getByRole("button", { name: "Disconnect" }).click();
    await login.getByText("not connected").waitFor();
    await expect.poll(() => world.call("ada", "notes.who_am_i"), { timeout: 30_000 }).toMatchObject({ status: 403 });

    // The config of this HTTP API names no login: the API asks for one.
    await page.evaluate(() => (location.hash = "#/operations/people.whoAmI"));
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByText("LOGIN_REQUIRED").waitFor();
    await keepScreenshot(page, "login-asked");
    await page.getByRole("button", { name: "Connect to people" }).click();
    // The person is still logged in there.
    await page.getByRole("button", { name: "Continue" }).click();
    const asked = page.getByRole("listitem", { name: "Login to people" });
    await asked.getByText("connected", { exact: true }).waitFor();
    await keepScreenshot(page, "login-asked-connected");
    await page.evaluate(() => (location.hash = "#/operations/people.whoAmI"));
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByText("ada-upstream").first().waitFor();
    expect(await world.call("bob", "people.whoAmI")).toMatchObject({ body: { code: "LOGIN_REQUIRED" } });
  });

  test("the address of a refused call asks for the key first, then leads to the service and back", async () => {
    const world = await createCallerWorld(ends, { explorerFolder: inject("explorerFolder") });
    const { body } = await world.call("ada", "people.whoAmI");
    const page = await newPage();
    const breaches: string[] = [];
    page.on("console", (message) => {
      // The provider's own pages load fonts from other servers.
      const isStatus = message.text().startsWith("Failed to load resource");
      if (message.type() === "error" && !isStatus) breaches.push(message.text());
    });
    await page.goto((body["details"] as { url: string }).url);
    await keepScreenshot(page, "login-key");
    await page.getByLabel("Access key").fill(KEYS.ada);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("heading", { name: "Connect ada to people" }).waitFor();
    await keepScreenshot(page, "login-connect");
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    await logInThere(page, "ada-upstream");
    await page.getByRole("heading", { name: "ada is connected to people" }).waitFor();
    await keepScreenshot(page, "login-done");
    expect(breaches).toEqual([]);
    expect((await world.call("ada", "people.whoAmI")).body).toEqual({ user: "ada-upstream" });
  });
});
