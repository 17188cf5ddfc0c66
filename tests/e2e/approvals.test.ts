import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { defineOperation, OperationType } from "../../src/entries/index.ts";
import { isLeftOut } from "../support/left-out.ts";
import { approverKey, guestKey } from "./support/explorer-server.ts";
import type { ExplorerServer } from "./support/explorer-server.ts";
import { keepScreenshot, useExplorer } from "./support/use-explorer.ts";

const visit = { route: "/approvals", key: approverKey, withApprovals: true };

interface Called {
  readonly answer: Promise<string>;
  leave(): void;
}

function callWrite({ url }: ExplorerServer, text: string, key = guestKey): Called {
  const leaving = new AbortController();
  const called = fetch(`${url}/guarded/write`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify({ text }),
    signal: leaving.signal,
  }).then((response) => response.text());
  return { answer: called.catch((error: unknown) => String(error)), leave: () => leaving.abort() };
}

const waiting = (page: Page): Locator => page.getByRole("list", { name: "Waiting" }).getByRole("listitem");
const recent = (page: Page): Locator => page.getByRole("region", { name: "Recent" }).getByRole("listitem");

describe.skipIf(isLeftOut("chromium"))("the inbox of approvals", () => {
  const explorer = useExplorer();

  test("shows a call when it arrives, and runs it once it is approved with the keyboard", async () => {
    const { page, server } = await explorer.visit(visit);
    await page.getByText("No calls are waiting for approval.").waitFor();
    const { answer } = callWrite(server, "hello");
    const card = waiting(page).filter({ hasText: "guarded.write" });
    await card.getByText("guest", { exact: true }).waitFor();
    expect(await card.locator("pre").innerText()).toContain('"text": "hello"');
    await page.getByRole("link", { name: "Approvals (1)" }).waitFor();
    await keepScreenshot(page, "approvals");
    await card.getByRole("button", { name: "Approve" }).focus();
    await page.keyboard.press("Enter");
    expect(await answer).toBe('"written"');
    await recent(page).filter({ hasText: "by eve" }).getByText("approved", { exact: true }).waitFor();
    await keepScreenshot(page, "approvals-recent");
  });

  test("shows its count in the header of every page as calls come and go, without polling", async () => {
    const { page, server } = await explorer.visit({ ...visit, route: "/sources" });
    await page.getByRole("heading", { name: "Sources" }).waitFor();
    // Stops everything that the page asks for periodically.
    await page.evaluate("for (let timer = 0; timer < 10_000; timer++) clearInterval(timer)");
    const called = callWrite(server, "hello");
    await page.getByRole("link", { name: "Approvals (1)" }).waitFor();
    called.leave();
    expect(await called.answer).toContain("AbortError");
    await page.getByRole("link", { name: "Approvals", exact: true }).waitFor();
  });

  test("denies with a reason, which the caller reads", async () => {
    const { page, server } = await explorer.visit(visit);
    const { answer } = callWrite(server, "no");
    await waiting(page).getByLabel("Reason for denying guarded.write").fill("too late today");
    await page.keyboard.press("Enter");
    expect(await answer).toContain("guarded.write was not approved: too late today");
  });

  test("shows that a caller has left", async () => {
    const { page, server } = await explorer.visit(visit);
    const called = callWrite(server, "gone");
    await waiting(page).first().waitFor();
    called.leave();
    await recent(page).getByText("withdrawn", { exact: true }).waitFor();
    expect(await called.answer).toContain("AbortError");
  });

  test("does not approve a call of the same key, unless the page was opened with the code of a person", async () => {
    const { page, server } = await explorer.visit(visit);
    const { answer } = callWrite(server, "mine", approverKey);
    await waiting(page).getByRole("button", { name: "Approve" }).click();
    await page.getByText("A key does not approve its own call.").waitFor();
    await page.goto(`${server.url}/explorer/#person=${await server.personCode()}`);
    await page.waitForURL(/#\/approvals$/);
    await waiting(page).getByRole("button", { name: "Approve" }).click();
    expect(await answer).toBe('"written"');
  });

  test("the first of two approvers decides, and both see it", async () => {
    const { page, server } = await explorer.visit(visit);
    const other = await page.context().newPage();
    await other.goto(`${server.url}/explorer/#key=${approverKey}`);
    await other.getByRole("link", { name: /^Approvals/ }).click();
    const { answer } = callWrite(server, "race");
    const approve = waiting(page).getByRole("button", { name: "Approve" });
    const deny = waiting(other).getByRole("button", { name: "Deny" });
    await Promise.all([approve.waitFor(), deny.waitFor()]);
    // The slower approver may find the button gone, and wait for it until its page closes, or see who was faster.
    for (const click of [approve.click(), deny.click()]) click.catch(() => undefined);
    const outcome = (await answer) === '"written"' ? "approved" : "denied";
    await recent(page).getByText(outcome, { exact: true }).waitFor();
    await recent(other).getByText(outcome, { exact: true }).waitFor();
    expect(await recent(page).count()).toBe(1);
  });

  test("shows that there was no answer in time", async () => {
    const { page, server } = await explorer.visit({ ...visit, withApprovals: { timeout: 300 } });
    await page.getByText("No calls are waiting for approval.").waitFor();
    expect(await callWrite(server, "late").answer).toContain("no one answered in time");
    await recent(page).getByText("expired", { exact: true }).waitFor();
  });

  test("denies waiting calls when the hub stops, and a new hub does not know them", async () => {
    const { page, server } = await explorer.visit(visit);
    const { answer } = callWrite(server, "stopped");
    await waiting(page).first().waitFor();
    await server.close();
    expect(await answer).toContain("the hub stopped before anyone answered");
    await page.getByText("Connection lost.").first().waitFor();
    await explorer.startServer({ withApprovals: true, port: server.port });
    await recent(page).waitFor({ state: "detached" });
    expect(await page.getByText("No calls are waiting for approval.").count()).toBe(1);
  });

  test("shows long inputs before they can be approved", async () => {
    const { page, server } = await explorer.visit(visit);
    const { answer } = callWrite(server, "x".repeat(9000));
    const approve = waiting(page).getByRole("button", { name: "Approve" });
    await approve.waitFor();
    expect(await approve.isDisabled()).toBe(true);
    await page.getByRole("button", { name: /Show the input/ }).click();
    await approve.click();
    expect(await answer).toBe('"written"');
  });

  test("shows callers their own calls, without buttons", async () => {
    const { page, server } = await explorer.visit({ ...visit, key: guestKey });
    const called = callWrite(server, "mine");
    await waiting(page).first().waitFor();
    expect(await page.getByRole("button", { name: "Approve" }).count()).toBe(0);
    called.leave();
    await called.answer;
  });
});

describe.skipIf(isLeftOut("chromium"))("a question of an operation", () => {
  const explorer = useExplorer();

  test("is answered in the page that runs it", async () => {
    const { page } = await explorer.visit({ route: "/operations/asks.colour", operations: [asksColour] });
    await page.getByRole("button", { name: "Run", exact: true }).click();
    const form = page.getByRole("form", { name: "A question from the operation" });
    await form.getByText("Which colour?").waitFor();
    await form.getByLabel("colour").fill("green");
    await form.getByLabel("sure").check();
    await keepScreenshot(page, "question");
    await form.getByRole("button", { name: "Answer" }).click();
    await page.getByText("accept green true").first().waitFor();
    expect(await form.count()).toBe(0);
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await form.getByRole("button", { name: "Decline" }).click();
    await page.getByText("decline undefined undefined").first().waitFor();
  });

  test("keeps what was typed while the user looks at another page or loads it again, and when the call ends first", async () => {
    const { page } = await explorer.visit({ route: "/operations/asks.colour", operations: [asksColour] });
    await page.getByRole("button", { name: "Run", exact: true }).click();
    const form = page.getByRole("form", { name: "A question from the operation" });
    await form.getByLabel("colour").fill("green");
    await page.getByRole("link", { name: "History" }).click();
    await page.getByRole("heading", { name: "History" }).waitFor();
    await page.goBack();
    await expect.poll(() => form.getByLabel("colour").inputValue()).toBe("green");
    await page
      .getByRole("button", { name: /^Abort/ })
      .first()
      .click();
    await page.getByText("What you typed is kept").waitFor();
    await keepScreenshot(page, "lost-question");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await expect.poll(() => form.getByLabel("colour").inputValue()).toBe("green");
    expect(await page.getByText("What you typed is kept").count()).toBe(0);
    await form.getByLabel("colour").fill("blue");
    await page.reload();
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await expect.poll(() => form.getByLabel("colour").inputValue()).toBe("blue");
    await form.getByRole("button", { name: "Answer" }).click();
    await page.getByText("accept blue false").first().waitFor();
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await expect.poll(() => form.getByLabel("colour").inputValue()).toBe("");
  });
});

const asksColour = defineOperation({
  namespace: "asks",
  name: "colour",
  version: "1.0.0",
  type: OperationType.MUTATION,
  description: "Asks for a colour",
  accessControl: { requiredScopes: [] },
  inputSchema: { type: "object" },
  outputSchema: { type: "string" },
  handler: async (_input, { onElicitation, signal }) => {
    const properties = { colour: { type: "string" }, sure: { type: "boolean" } };
    const requestedSchema = { type: "object", properties, required: ["colour"] };
    const answer = await onElicitation?.({ mode: "form", message: "Which colour?", requestedSchema }, { signal });
    return `${answer?.action} ${String(answer?.content?.["colour"])} ${String(answer?.content?.["sure"])}`;
  },
});
