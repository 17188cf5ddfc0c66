import { once } from "node:events";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isLeftOut } from "../support/left-out.ts";
import { apiToken, guestKey, operatorKey } from "./support/explorer-server.ts";
import { problemsInBothColours, SLOW } from "./support/serious-problems.ts";
import { keepScreenshot, typeJSON, useExplorer } from "./support/use-explorer.ts";

const BODY = '{"body": {"id": 1, "note": "three plums", "paid": false}}';

describe.skipIf(isLeftOut("chromium"))("what goes over the wire", () => {
  const explorer = useExplorer();
  let api: Server;
  let withAPI: string;

  beforeAll(async () => {
    // It echoes everything that it receives.
    api = createServer((request, response) => {
      response.writeHead(201, { "content-type": "application/json", "set-cookie": "session=cookie-of-the-api" });
      response.end(JSON.stringify({ id: 1, note: `by ${request.headers.authorization}`, paid: false }));
    });
    api.listen(0, "127.0.0.1");
    await once(api, "listening");
    withAPI = `http://127.0.0.1:${String((api.address() as AddressInfo).port)}`;
  });
  afterAll(() => {
    api.closeAllConnections();
    api.close();
  });

  const result = (page: Page) => page.getByRole("region", { name: "Result" });

  const runOrder = async (page: Page): Promise<void> => {
    await typeJSON(page, BODY);
    await page.getByRole("button", { name: /^Run/ }).click();
    await result(page).getByText(/^ok,/).waitFor();
  };

  const record = async (page: Page): Promise<void> => {
    await runOrder(page);
    await page.getByRole("tab", { name: "Wire" }).click();
    await page.getByText("Off by default.").waitFor();
    await page.getByLabel("Record the next runs in this tab").check();
    await page.getByText("This run was not recorded.").waitFor();
    await page.getByRole("button", { name: /^Run/ }).click();
  };

  test("is shown on request: to the hub and on to the server, without credentials", async () => {
    const { page } = await explorer.visit({ withAPI, key: operatorKey, route: "/operations/shop.order" });
    await record(page);
    const own = page.getByRole("region", { name: /^POST .*\/shop\/order$/ });
    await own.getByText("200", { exact: true }).waitFor();
    await own.getByText(/^Request/).click();
    await own.getByText("operation-wire").waitFor();
    await own.getByLabel("Body of the request", { exact: true }).getByText("three plums").waitFor();
    const sentOn = page.getByRole("region", { name: `POST ${withAPI}/orders` });
    await sentOn.getByText("201", { exact: true }).waitFor();
    await sentOn.getByText(/^Request/).click();
    await sentOn.getByText("Bearer [redacted]").waitFor();
    await sentOn.getByLabel("Body of the request", { exact: true }).getByText("three plums").waitFor();
    await sentOn.getByText(/^Answer/).click();
    const answer = sentOn.getByLabel("Body of the answer", { exact: true });
    await expect.poll(() => answer.innerText()).toContain("by [redacted]");
    const shown = await sentOn.innerText();
    for (const secret of [apiToken, "cookie-of-the-api"]) expect(shown).not.toContain(secret);
  });

  test("stops at the hub for users who may not see more", async () => {
    const { page } = await explorer.visit({ withAPI, key: guestKey, route: "/operations/shop.order" });
    await record(page);
    await page.getByText("To see this, you need the scope operations:wire.").waitFor();
    await page.getByRole("region", { name: /^POST .*\/shop\/order$/ }).waitFor();
    expect(await page.getByRole("region", { name: `POST ${withAPI}/orders` }).count()).toBe(0);
  });

  test("comes with examples: the document's, or one made from the schema", async () => {
    const { page } = await explorer.visit({ withAPI, route: "/operations/shop.order" });
    await page.getByText("Types, errors and schemas").click();
    const example = page.getByLabel("Example: Data of the answer");
    await expect.poll(() => example.innerText()).toContain('"note": "two pears"');
    const answer = page.locator("section").filter({ has: page.getByRole("heading", { name: "Data of the answer" }) });
    await answer.last().getByText("An example:", { exact: true }).waitFor();
    await page.evaluate("location.hash = '#/operations/shop.orders'");
    await page.locator("main").getByRole("heading", { level: 1, name: "orders" }).waitFor();
    await page.getByText("Types, errors and schemas").click();
    await answer.last().getByText("An example, made from the schema:").waitFor();
    await expect.poll(() => example.innerText()).toContain('"paid": true');
    await keepScreenshot(page, "answer-example");
  });

  test("looks right in both colours, on wide and narrow screens", SLOW, async () => {
    const { page } = await explorer.visit({
      withAPI,
      key: operatorKey,
      route: "/operations/shop.order",
      context: { bypassCSP: true, reducedMotion: "reduce" },
    });
    await record(page);
    const sentOn = page.getByRole("region", { name: `POST ${withAPI}/orders` });
    await sentOn.getByText(/^Request/).click();
    await sentOn.getByText(/^Answer/).click();
    await sentOn.getByLabel("Body of the answer", { exact: true }).waitFor();
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect([width, await problemsInBothColours(page)]).toEqual([width, []]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `${width} pixels wide`).toBeLessThanOrEqual(0);
      await sentOn.scrollIntoViewIfNeeded();
      await keepScreenshot(page, `wire-${width}`);
    }
  });
});
