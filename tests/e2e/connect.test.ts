import { describe, expect, test } from "vitest";
import { isLeftOut } from "../support/left-out.ts";
import { seriousProblems, SLOW } from "./support/serious-problems.ts";
import { keepScreenshot, useExplorer } from "./support/use-explorer.ts";

describe.skipIf(isLeftOut("chromium"))("the page for connecting hosts", () => {
  const explorer = useExplorer();

  test("has a card for each host, with the command and a text to paste", SLOW, async () => {
    const { page, server } = await explorer.visit();
    await page.getByRole("link", { name: "Connect an editor or assistant" }).click();
    await page.getByRole("heading", { name: "Connect an editor or assistant" }).waitFor();
    await page.getByRole("heading", { name: "VS Code" }).waitFor();
    await page.getByText("operations install cursor").waitFor();
    const text = await page.getByLabel("Text for Cursor", { exact: true }).textContent();
    expect(JSON.parse(text ?? "")).toMatchObject({ mcpServers: { operations: { url: `${server.url}/mcp` } } });
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect(await seriousProblems(page)).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      await keepScreenshot(page, `connect-${width}`);
    }
  });
});
