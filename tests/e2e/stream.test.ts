import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { defineOperation, OperationType, Type } from "../../src/entries/index.ts";
import { isLeftOut } from "../support/left-out.ts";
import { field, keepScreenshot, useExplorer } from "./support/use-explorer.ts";

async function received(page: Page): Promise<number> {
  const text = await page.getByText(/\d+ received/).innerText();
  return Number(/^[\d,]+/.exec(text)?.[0].replaceAll(",", ""));
}

async function lastShown(page: Page): Promise<string> {
  return await page.getByRole("listbox", { name: "Items of the stream" }).getByRole("option").last().innerText();
}

describe.skipIf(isLeftOut("chromium"))("watching a stream", () => {
  const explorer = useExplorer();

  test("shows items as they arrive, and pauses and resumes the view", async () => {
    const { page, server } = await explorer.visit({ route: "/operations/clock.ticks" });
    await page.getByRole("button", { name: /^Watch/ }).click();
    await expect.poll(() => received(page)).toBeGreaterThan(3);
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Resume" }).waitFor();
    const before = await lastShown(page);
    const count = await received(page);
    await expect.poll(() => received(page)).toBeGreaterThan(count + 5);
    expect(await lastShown(page)).toBe(before);
    await page.getByText(/waiting/).waitFor();
    await keepScreenshot(page, "stream-paused");
    await page.getByRole("button", { name: "Resume" }).click();
    await expect.poll(() => lastShown(page)).not.toBe(before);
    await page.getByRole("button", { name: /^Abort/ }).click();
    await page.getByText(/^aborted,/).waitFor();
    await expect.poll(() => server.log.aborted).toEqual(["clock.ticks"]);
  });

  test("says when it has ended, and shows each item", async () => {
    const { page } = await explorer.visit({ route: "/operations/clock.ticks" });
    await field(page, "every").fill("1");
    await field(page, "count").fill("3");
    await page.getByRole("button", { name: /^Watch/ }).click();
    await page.getByText(/^ended,/).waitFor();
    await expect.poll(() => received(page)).toBe(3);
    await page.getByRole("option").first().click();
    await page.getByRole("heading", { name: /Item 1/ }).waitFor();
    await page.getByRole("treeitem", { name: /tick: 1/ }).waitFor();
  });

  test("keeps only some items of a long stream in the document", async () => {
    const { page } = await explorer.visit({ route: "/operations/clock.ticks" });
    await field(page, "every").fill("0");
    await field(page, "count").fill("2100");
    await page.getByRole("button", { name: /^Watch/ }).click();
    await page.getByText(/^ended,/).waitFor({ timeout: 40_000 });
    await expect.poll(() => received(page)).toBe(2100);
    await page.getByText("the last 2,000 kept").waitFor();
    await expect.poll(() => page.getByRole("option").count()).toBeLessThan(60);
  });

  test("continues while the user looks at another page", async () => {
    const { page } = await explorer.visit({ route: "/operations/clock.ticks" });
    await page.getByRole("button", { name: /^Watch/ }).click();
    await expect.poll(() => received(page)).toBeGreaterThan(2);
    await page.getByRole("treeitem", { name: /^list/ }).click();
    await page.getByRole("heading", { name: "list", exact: true }).waitFor();
    await page.getByRole("treeitem", { name: /^ticks/ }).click();
    await expect.poll(() => received(page)).toBeGreaterThan(3);
    await page.keyboard.press("Escape");
    await page.getByText(/^aborted,/).waitFor();
  });

  test("shows items that are pictures as pictures", async () => {
    const { page } = await explorer.visit({ route: "/operations/camera.frames", operations: [frames] });
    await page.getByRole("button", { name: /^Watch/ }).click();
    const picture = page.getByRole("img", { name: "Image 1 of the result" });
    await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(8);
  });
});

const frames = defineOperation({
  namespace: "camera",
  name: "frames",
  version: "1.0.0",
  type: OperationType.SUBSCRIPTION,
  description: "Pictures",
  accessControl: { requiredScopes: [] },
  inputSchema: Type.Object({}),
  outputSchema: Type.String({ contentEncoding: "base64", contentMediaType: "image/png" }),
  async *handler() {
    yield "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAFElEQVR4nGO4o6SEFTEMLQlsojgkAD0wPaOLZPu4AAAAAElFTkSuQmCC";
  },
});
