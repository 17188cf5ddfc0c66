import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { defineOperation, OperationType, Type } from "../../src/entries/index.ts";
import { isLeftOut } from "../support/left-out.ts";
import { approverKey, guestKey } from "./support/explorer-server.ts";
import { problemsInBothColours, SLOW } from "./support/serious-problems.ts";
import { editorText, keepScreenshot, typeJSON, useExplorer } from "./support/use-explorer.ts";

const visit = { route: "/playground", codeMode: true } as const;

const outcome = (page: Page): Locator => page.getByRole("region", { name: "Outcome" });
const completions = (page: Page): Locator => page.getByRole("listbox", { name: "Completions" }).getByRole("option");
const runButton = (page: Page): Locator => page.getByRole("button", { name: "Run", exact: true });

/** Replaces the program. */
async function writeProgram(page: Page, program: string): Promise<void> {
  await page.locator(".cm-content").waitFor();
  await typeJSON(page, program);
}

/**
 * Accepts the chosen completion. When the list has just opened, Enter still goes to the text, so that typing is safe.
 */
async function accept(page: Page): Promise<void> {
  await page.waitForTimeout(150);
  await page.keyboard.press("Enter");
}

async function run(page: Page, program: string): Promise<void> {
  await writeProgram(page, program);
  await page.keyboard.press("ControlOrMeta+Enter");
}

describe.skipIf(isLeftOut("chromium"))("the playground", () => {
  const explorer = useExplorer();

  test("begins with a working program, and shows what it returns, logs and calls", async () => {
    const { page } = await explorer.visit(visit);
    await page.locator(".cm-content").waitFor();
    expect(await editorText(page)).toContain('await search("list")');
    await runButton(page).click();
    await outcome(page).getByText("tasks.list").first().waitFor();
    await page.getByRole("tab", { name: "Console (1)" }).click();
    await outcome(page)
      .getByText(/^found \d+$/)
      .waitFor();
    await run(
      page,
      'const { data } = await env.tasks.list({ limit: 3 });\nconsole.warn("total", data.total);\nawait env.tasks.refuse({}).catch(() => 0);\nreturn data.tasks.map(({ title }) => title);',
    );
    await outcome(page).getByText("Task 3").waitFor();
    await page.getByRole("tab", { name: "Console (1)" }).click();
    await outcome(page).getByText("total 3").waitFor();
    await page.getByRole("tab", { name: "Calls (2)" }).click();
    const calls = outcome(page).getByRole("row");
    await calls.filter({ hasText: "tasks.list" }).getByText(/ ms$/).waitFor();
    await calls.filter({ hasText: "tasks.refuse" }).getByText("LIST_FULL").waitFor();
  });

  test("completes operations, inputs, values and results from the schemas, with the keyboard", async () => {
    const { page } = await explorer.visit(visit);
    await writeProgram(page, "");
    await page.keyboard.type("const { data } = await env.ta");
    await completions(page).filter({ hasText: "tasks" }).waitFor();
    await accept(page);
    await completions(page)
      .filter({ hasText: /^create/ })
      .waitFor();
    await page.keyboard.type("cre");
    expect(await completions(page).filter({ hasText: "const" }).count()).toBe(0);
    // Beside the list: the description, and the signature that models read.
    await page.getByText("Adds a task to the list and returns it.").waitFor();
    await page.getByText(/^env\.tasks\.create\(input: \{/).waitFor();
    await keepScreenshot(page, "playground-completion");
    await accept(page);
    await completions(page)
      .filter({ hasText: /^titlerequired string/ })
      .waitFor();
    await page.keyboard.type("pri");
    await completions(page)
      .filter({ hasText: /^priority/ })
      .waitFor();
    await accept(page);
    await completions(page).filter({ hasText: '"high"' }).waitFor();
    await page.keyboard.type('"hi');
    await completions(page).filter({ hasText: '"high"' }).waitFor();
    await accept(page);
    expect(await editorText(page)).toBe('const { data } = await env.tasks.create({priority: "high"})');
    await page.keyboard.press("End");
    await page.keyboard.type(";\nreturn data.");
    await completions(page)
      .filter({ hasText: /^idstring/ })
      .waitFor();
  });

  test("shows descriptions without their HTML beside the completions", async () => {
    const photo = defineOperation({
      namespace: "shop",
      name: "photo",
      version: "1.0.0",
      type: OperationType.QUERY,
      description: "<p>Returns a <i>photo</i>.</p>",
      inputSchema: Type.Object({}),
      outputSchema: Type.Unknown(),
      accessControl: { requiredScopes: [] },
      handler: () => ({}),
    });
    const { page } = await explorer.visit({ ...visit, operations: [photo] });
    await writeProgram(page, "");
    await page.keyboard.type("await env.shop.");
    await expect.poll(() => page.locator(".explanation-about").allInnerTexts()).toEqual(["Returns a *photo*."]);
  });

  test("shows the type of a word under the mouse", async () => {
    const { page } = await explorer.visit(visit);
    await writeProgram(page, "const { data } = await env.tasks.list({ limit: 3 });\nreturn data.tasks.length;");
    const help = page.getByRole("tooltip");
    const word = (text: string): Locator => page.locator(".cm-line span").filter({ hasText: new RegExp(`^${text}$`) });
    await word("list").hover();
    await help.getByText(/^env\.tasks\.list\(input/).waitFor();
    await word("limit").hover();
    await help.getByText(/^limit\?: number/).waitFor();
    await keepScreenshot(page, "playground-hover");
    await word("tasks").last().hover();
    await help.getByText(/^tasks\??: /).waitFor();
    await page.mouse.move(0, 0);
    await expect.poll(() => help.count()).toBe(0);
  });

  test("shows the signature of the call that is being written, until Escape or its end", async () => {
    const { page } = await explorer.visit(visit);
    await writeProgram(page, "");
    const help = page.getByRole("tooltip");
    await page.keyboard.type("await env.tasks.create(");
    await help.getByText(/^env\.tasks\.create\(input: \{/).waitFor();
    await help.getByText("Adds a task to the list and returns it.").waitFor();
    await page.keyboard.type("{ title: 'a' }");
    await keepScreenshot(page, "playground-signature");
    expect(await help.count()).toBe(1);
    await page.keyboard.type(");");
    await expect.poll(() => help.count()).toBe(0);
    await page.keyboard.type("\nawait env.tasks.list(");
    await help.getByText(/^env\.tasks\.list\(/).waitFor();
    // The first Escape may close a list of completions.
    await expect
      .poll(async () => {
        await page.keyboard.press("Escape");
        return await help.count();
      })
      .toBe(0);
  });

  test("marks the line that failed, and jumps to it", async () => {
    const { page } = await explorer.visit(visit);
    await run(
      page,
      "const { data } = await env.tasks.list({ limit: 1 });\n\nawait env.tasks.refuse({});\nreturn data.tasks.map(({ title }) => title);",
    );
    await outcome(page).getByText("LIST_FULL: The list is full: 100 tasks. (line 3)").waitFor();
    await outcome(page).getByText("Calls of the program ran before it failed.").waitFor();
    await page.locator(".cm-lint-marker-error").waitFor();
    expect(await page.locator(".cm-lintRange-error").innerText()).toBe("await env.tasks.refuse({});");
    await page.getByRole("button", { name: "Go to line 3" }).click();
    await page.keyboard.type("// ");
    await expect.poll(() => editorText(page)).toContain("\n// await env.tasks.refuse({});");
    await keepScreenshot(page, "playground-error");
    await page.keyboard.press("ControlOrMeta+Enter");
    await outcome(page).getByText("Task 1").waitFor();
    await expect.poll(() => page.locator(".cm-lint-marker-error").count()).toBe(0);
  });

  test("shows the calls while the program runs, and aborts it with all of them", async () => {
    const { page, server } = await explorer.visit(visit);
    await run(page, "await env.clock.wait({ seconds: 300 });");
    const calls = outcome(page).getByRole("row");
    await calls.filter({ hasText: "clock.wait" }).getByText("running").waitFor();
    await page.getByRole("button", { name: /^Abort/ }).click();
    await outcome(page).getByText("You aborted this run.").waitFor();
    await expect.poll(() => server.log.aborted).toEqual(["clock.wait"]);
  });

  test("shows a call's question, and waits for an approver", async () => {
    const { page, server } = await explorer.visit({ ...visit, withApprovals: true, operations: [asksName] });
    await run(page, 'return [(await env.asks.name({})).data, (await env.guarded.write({ text: "x" })).data]');
    const form = page.getByRole("form", { name: "A question from the operation" });
    await form.getByLabel("name").fill("Ada");
    await form.getByRole("button", { name: "Answer" }).click();
    const answer = await approveNext(server.url);
    expect(answer).toBe(200);
    await outcome(page).getByText("written").waitFor();
    await outcome(page).getByText("accept Ada").waitFor();
  });

  test("keeps the program after a reload, and the history opens it again", async () => {
    const { page } = await explorer.visit(visit);
    await run(page, "return 40 + 2;");
    await outcome(page).getByText("42").first().waitFor();
    await page.reload();
    expect(await editorText(page)).toBe("return 40 + 2;");
    await page.getByRole("link", { name: "History" }).click();
    await page.getByRole("main").getByRole("link", { name: "run.code" }).first().click();
    await page.waitForURL(/#\/playground$/);
    expect(await editorText(page)).toBe("return 40 + 2;");
  });

  test("exists only if code mode is on and the user may use it", async () => {
    const link = (page: Page): Locator => page.getByRole("link", { name: "Playground" });
    const off = await explorer.visit({ route: "/playground" });
    await off.page.getByText("Your key cannot run programs here.").waitFor();
    expect(await link(off.page).count()).toBe(0);
    const codeMode = { scopes: ["admin"] };
    const guest = await explorer.visit({ ...visit, codeMode, key: guestKey });
    await guest.page.getByText("Your key cannot run programs here.").waitFor();
    expect(await link(guest.page).count()).toBe(0);
    const admin = await explorer.visit({ codeMode });
    await link(admin.page).click();
    await admin.page.locator(".cm-content").waitFor();
  });

  test("has no serious accessibility problem in light and dark mode", SLOW, async () => {
    const { page } = await explorer.visit({
      ...visit,
      context: { bypassCSP: true, reducedMotion: "reduce" },
    });
    await run(page, 'console.error("bad");\nawait env.tasks.list({ limit: 2 });\nawait env.tasks.refuse({});');
    await outcome(page).getByText("Go to line 3").waitFor();
    const found: Record<string, string[]> = { error: await problemsInBothColours(page) };
    await page.getByRole("tab", { name: "Console (1)" }).click();
    found["console"] = await problemsInBothColours(page);
    await page.getByRole("tab", { name: "Calls (2)" }).click();
    found["calls"] = await problemsInBothColours(page);
    await keepScreenshot(page, "playground");
    await page.locator(".cm-content").click();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type("\nenv.");
    await completions(page).filter({ hasText: "clock" }).waitFor();
    found["completion"] = await problemsInBothColours(page);
    await keepScreenshot(page, "playground-completions");
    expect(found).toEqual({ error: [], console: [], calls: [], completion: [] });
  });

  test.each(["light", "dark"] as const)("fits a phone in %s mode", async (colorScheme) => {
    const { page } = await explorer.visit({
      ...visit,
      context: { viewport: { width: 390, height: 844 }, colorScheme },
    });
    const overflow = (): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await run(page, 'const { data } = await env.tasks.list({ limit: 2 });\nreturn { tasks: data.tasks, note: "x" };');
    await outcome(page).getByText("tasks").first().waitFor();
    await expect.poll(overflow).toBeLessThanOrEqual(0);
    await keepScreenshot(page, `playground-390-${colorScheme}`);
    await page.locator(".cm-content").click();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type("\nenv.tasks.");
    await completions(page)
      .filter({ hasText: /^create/ })
      .waitFor();
    const list = await page.getByRole("listbox", { name: "Completions" }).boundingBox();
    expect((list?.x ?? -1) >= 0 && (list?.x ?? 0) + (list?.width ?? 999) <= 390).toBe(true);
    await keepScreenshot(page, `playground-390-completion-${colorScheme}`);
  });
});

/** Approves the next call that waits, as another key. */
async function approveNext(url: string): Promise<number> {
  const headers = { "x-api-key": approverKey, "content-type": "application/json" };
  for (;;) {
    const answer = await fetch(`${url}/~/approvals`, { headers });
    const { pending } = (await answer.json()) as { pending: ReadonlyArray<{ id: string; digest: string }> };
    const [first] = pending;
    if (first === undefined) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      continue;
    }
    const init = { method: "POST", headers, body: JSON.stringify({ answer: "approve", digest: first.digest }) };
    return (await fetch(`${url}/~/approvals/${first.id}`, init)).status;
  }
}

const asksName = defineOperation({
  namespace: "asks",
  name: "name",
  version: "1.0.0",
  type: OperationType.MUTATION,
  description: "Asks for a name",
  accessControl: { requiredScopes: [] },
  inputSchema: Type.Object({}),
  outputSchema: Type.String(),
  handler: async (_input, { onElicitation, signal }) => {
    const requestedSchema = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };
    const answer = await onElicitation?.({ mode: "form", message: "Who?", requestedSchema }, { signal });
    return `${answer?.action} ${String(answer?.content?.["name"])}`;
  },
});
