import { describe, expect, test } from "vitest";
import { isLeftOut } from "../support/left-out.ts";
import { adminKey, guestKey } from "./support/explorer-server.ts";
import { problemsInBothColours, SLOW } from "./support/serious-problems.ts";
import { keepScreenshot, useExplorer } from "./support/use-explorer.ts";

describe.skipIf(isLeftOut("chromium"))("the home page", () => {
  const explorer = useExplorer();

  const call = async (url: string, path: string, key: string): Promise<number> =>
    (await fetch(`${url}${path}`, { method: "POST", headers: { "x-api-key": key } })).status;

  test("shows calls as they happen: per minute, per operation, recent and failing ones", async () => {
    const { page, server } = await explorer.visit();
    await page.getByText(/^No calls yet. They appear here/).waitFor();
    expect(await page.getByRole("img", { name: /per minute/ }).count()).toBe(0);
    expect(await call(server.url, "/tasks/list", guestKey)).toBe(200);
    expect(await call(server.url, "/tasks/refuse", adminKey)).toBe(409);
    await page.getByRole("img", { name: "Calls per minute: 2 calls in the last hour." }).waitFor();
    await page.getByRole("img", { name: "Errors per minute: 1 error in the last hour." }).waitFor();
    await page.getByRole("row", { name: /^tasks.refuse 1 1 / }).waitFor();
    const failing = page.getByRole("region", { name: "Failing calls" });
    await failing.getByText("LIST_FULL").waitFor();
    await failing.getByText("The list is full").waitFor();
    expect(await failing.getByRole("listitem").count()).toBe(1);
    const recent = page.getByRole("region", { name: "Recent calls" });
    await recent.getByText(/^guest,/).waitFor();
    await recent.getByRole("link", { name: "tasks.list" }).click();
    await page.getByRole("heading", { name: "list", exact: true }).waitFor();
  });

  test("leads to the first call, and says how many operations a source has", async () => {
    const { page } = await explorer.visit({ withSources: true });
    await page.getByRole("region", { name: "Sources" }).getByText("petstore 1 operation").waitFor();
    const first = page.getByRole("region", { name: "Calls" }).getByRole("link");
    const id = (await first.innerText()).trim();
    await first.click();
    await page.locator("main").getByText(id, { exact: true }).waitFor();
    await page.getByRole("treeitem", { name: "list query" }).click();
    await page.getByRole("heading", { name: "list", exact: true }).waitFor();
    await page.getByRole("button", { name: /^Run/ }).click();
    await page.getByText(/^ok,/).waitFor();
    await page.getByRole("link", { name: "Home" }).click();
    await page.getByRole("img", { name: "Calls per minute: 1 call in the last hour." }).waitFor();
    expect(await page.getByText(/^No calls yet/).count()).toBe(0);
  });

  test("shows callers without rights their own calls, and no statistics", async () => {
    const { page, server } = await explorer.visit({ key: guestKey });
    await call(server.url, "/tasks/refuse", adminKey);
    await call(server.url, "/tasks/list", guestKey);
    const recent = page.getByRole("region", { name: "Your recent calls" });
    await recent.getByRole("link", { name: "tasks.list" }).waitFor();
    expect(await recent.getByRole("listitem").count()).toBe(1);
    expect(await page.getByText("The last hour").count()).toBe(0);
    await page.getByText("No call has failed.").waitFor();
  });

  test("says why a source has failed, and what needs attention", async () => {
    const { page, server } = await explorer.visit({ withSources: true, withApprovals: true });
    const sources = page.getByRole("region", { name: "Sources" });
    await sources.getByText(/The MCP server weather cannot be reached/).waitFor();
    await sources.getByText("petstore").waitFor();
    const answered = call(server.url, "/guarded/write", guestKey);
    answered.catch(() => undefined);
    // Ada is not an approver, so she sees only her own waiting calls.
    const own = call(server.url, "/guarded/write", adminKey);
    own.catch(() => undefined);
    const waiting = page.getByRole("region", { name: "Needs attention" });
    await waiting.getByText(/^ada has been waiting for approval/).waitFor();
    expect(await waiting.getByRole("listitem").count()).toBe(1);
    await waiting.getByRole("link", { name: "Look: guarded.write" }).click();
    await page.getByRole("heading", { name: "Approvals" }).waitFor();
  });

  test("continues when the hub is back", async () => {
    const { page, server } = await explorer.visit();
    await page.getByText(/^No calls yet/).waitFor();
    await server.close();
    const again = await explorer.startServer({ port: server.port });
    await call(again.url, "/tasks/list", adminKey);
    await expect.poll(() => page.getByRole("img", { name: /^Calls per minute: 1 / }).count()).toBe(1);
  });

  test("looks right in both colours, on wide and narrow screens", SLOW, async () => {
    const { page, server } = await explorer.visit({
      withSources: true,
      withApprovals: true,
      context: { bypassCSP: true, reducedMotion: "reduce" },
    });
    await call(server.url, "/tasks/refuse", adminKey);
    const waiting = call(server.url, "/guarded/write", adminKey);
    waiting.catch(() => undefined);
    await page.getByRole("region", { name: "Needs attention" }).waitFor();
    await page.getByRole("region", { name: "Failing calls" }).getByText("LIST_FULL").waitFor();
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect([width, await problemsInBothColours(page)]).toEqual([width, []]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `${width} pixels wide`).toBeLessThanOrEqual(0);
      await keepScreenshot(page, `home-${width}`);
    }
  });
});
