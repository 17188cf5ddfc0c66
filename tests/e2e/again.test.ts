import { describe, expect, test } from "vitest";
import { isLeftOut } from "../support/left-out.ts";
import { adminKey, guestKey } from "./support/explorer-server.ts";
import { oddOperations } from "./support/odd-operations.ts";
import { editorValue, field, keepScreenshot, useExplorer } from "./support/use-explorer.ts";

describe.skipIf(isLeftOut("chromium"))("repeating a call", () => {
  const explorer = useExplorer();

  test("from the history uses the same input; the history survives a reload and can be cleared", async () => {
    const { page, server } = await explorer.visit({ route: "/operations/tasks.create" });
    await field(page, "title").fill("Once");
    await page.keyboard.press("Control+Enter");
    await page.getByText(/^ok,/).waitFor();
    await field(page, "title").fill("changed since");
    await page.reload();
    await page.getByRole("link", { name: "History" }).click();
    await keepScreenshot(page, "history");
    await page.getByRole("button", { name: "Run again: tasks.create" }).click();
    await page.getByText(/^ok,/).waitFor();
    await expect.poll(() => editorValue(page)).toEqual({ title: "Once", priority: "normal" });
    expect(server.log.created).toHaveLength(2);
    expect(server.log.created[1]).toEqual(server.log.created[0]);
    await page.getByRole("link", { name: "History" }).click();
    await expect.poll(() => page.getByRole("button", { name: /^Run again/ }).count()).toBe(1);
    await page.getByRole("button", { name: "Clear history" }).click();
    await page.getByText("You have not run anything yet.").waitFor();
    await page.reload();
    await page.getByText("You have not run anything yet.").waitFor();
  });

  test("has a history without overlaps on a narrow screen", async () => {
    const { page } = await explorer.visit({
      route: "/operations/tasks.create",
      context: { viewport: { width: 360, height: 740 } },
    });
    await page.keyboard.press("Control+Enter");
    await page.getByText(/^rejected,/).waitFor();
    await page.getByRole("link", { name: "History" }).click();
    const outcome = await page.getByText(/^VALIDATION_ERROR,/).boundingBox();
    const button = await page.getByRole("button", { name: "Run again: tasks.create" }).boundingBox();
    const end = (outcome?.y ?? 0) + (outcome?.height ?? 0);
    expect(end).toBeGreaterThan(0);
    expect(button?.y).toBeGreaterThanOrEqual(end);
  });

  test("works across tabs: both add to one history, and clearing it clears both", async () => {
    const { page: one, server } = await explorer.visit({ route: "/operations/tasks.list" });
    const other = await one.context().newPage();
    await other.goto(`${server.url}/explorer/#key=${adminKey}`);
    await other.getByRole("link", { name: "History" }).click();
    await other.getByText("You have not run anything yet.").waitFor();
    await one.keyboard.press("Control+Enter");
    await other.getByRole("button", { name: "Run again: tasks.list" }).waitFor();
    await one.getByRole("link", { name: "Home", exact: true }).click();
    await one.getByRole("heading", { name: "Recent runs" }).waitFor();
    await other.getByRole("button", { name: "Clear history" }).click();
    await one.getByRole("heading", { name: "Recent runs" }).waitFor({ state: "detached" });

    await one.getByRole("treeitem", { name: /^create/ }).click();
    await field(one, "title").fill("Once");
    await one.keyboard.press("Control+Enter");
    await other.getByRole("button", { name: "Run again: tasks.create" }).waitFor();
    await expect.poll(() => other.getByRole("button", { name: /^Run again/ }).count()).toBe(1);
  });

  test("asks for secrets again, because the history does not keep them", async () => {
    const { page } = await explorer.visit({ route: "/operations/odd.login", operations: oddOperations() });
    await field(page, "user").fill("ada");
    await field(page, "password").fill("hunter2");
    await field(page, "pin").fill("4711");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("treeitem", { name: /secrets: 11/ }).waitFor();
    const stored = (): Promise<string> =>
      page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]));
    await expect.poll(stored).toContain("odd.login");
    expect(await stored()).toContain("ada");
    expect(await stored()).not.toMatch(/hunter2|4711/);
    await page.reload();
    await expect.poll(() => editorValue(page)).toEqual({ user: "ada" });

    await page.getByRole("link", { name: "History" }).click();
    await page.getByText("The secret was not kept. Fill it in before you run this again.").waitFor();
    await keepScreenshot(page, "history-secret");
    await page.getByRole("button", { name: "Fill in again: odd.login" }).click();
    await expect.poll(() => editorValue(page)).toEqual({ user: "ada" });
    await page.getByText("Run the operation to see its result here.").waitFor();
    await field(page, "password").fill("hunter3");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("treeitem", { name: /welcome: "ada"/ }).waitFor();
    expect(await stored()).not.toContain("hunter");
  });

  test("is not offered to another identity, and no result is kept", async () => {
    const { page } = await explorer.visit({ route: "/operations/tasks.list" });
    await page.keyboard.press("Control+Enter");
    await page.getByText(/^ok,/).waitFor();
    await expect.poll(() => page.evaluate(() => JSON.stringify(Object.entries(localStorage)))).not.toContain("Task 1");
    await page.getByRole("button", { name: "Log out" }).click();
    await page.getByLabel("Access key").fill(guestKey);
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "History" }).click();
    await page.getByText("You have not run anything yet.").waitFor();
  });

  test("can be copied for a shell, a program, the CLI and an MCP client, never with the key", async () => {
    const { page, server } = await explorer.visit({
      route: "/operations/tasks.create",
      context: { permissions: ["clipboard-read", "clipboard-write"] },
    });
    await field(page, "title").fill("It's here");
    await page.getByRole("button", { name: "Copy as" }).click();
    const copied = async (format: string): Promise<string> => {
      await page.getByRole("tab", { name: format }).click();
      await page.getByRole("button", { name: `Copy as ${format}` }).click();
      return await page.evaluate(() => navigator.clipboard.readText());
    };
    const curl = await copied("curl");
    expect(curl).toContain(`curl ${server.url}/tasks/create`);
    expect(curl).toContain(String.raw`--data '{"priority":"normal","title":"It'\''s here"}'`);
    expect(curl).toContain('"authorization: Bearer $OPERATIONS_KEY"');
    expect(await copied("TypeScript")).toContain(`await fetch("${server.url}/tasks/create"`);
    expect(await copied("CLI")).toBe(
      String.raw`operations call tasks.create --input '{"priority":"normal","title":"It'\''s here"}' --hub ${server.url}`,
    );
    const mcp = await copied("MCP");
    expect(mcp).toContain(`curl ${server.url}/mcp`);
    expect(mcp).toContain('"name": "tasks_create"');
    await expect.poll(() => page.content()).not.toContain(adminKey);
    await keepScreenshot(page, "copy-as");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });
});
