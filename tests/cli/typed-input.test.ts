/** What people type at a real terminal, and what they see there. */
import { writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { isLeftOut } from "../support/left-out.ts";
import { openTerminal } from "./support/open-terminal.ts";
import { runCLI } from "./support/run-cli.ts";
import type { TmuxTerminal } from "./support/tmux.ts";
import { createWorkspace } from "./support/workspace.ts";
import type { Workspace } from "./support/workspace.ts";

vi.setConfig({ testTimeout: 240_000 });

const ESCAPE = "\u001b";

const OPERATIONS = `
const common = { namespace: "shop", version: "1.0.0", type: "MUTATION", outputSchema: {}, accessControl: { requiredScopes: [] } };
const text = { type: "string" };
const card = { type: "object", properties: { kind: { const: "card" }, number: text }, required: ["kind", "number"] };
const invoice = { type: "object", properties: { kind: { const: "invoice" }, days: { type: "integer", minimum: 1 } }, required: ["kind", "days"] };
const item = { type: "object", properties: { name: text, tags: { type: "array", items: text } }, required: ["name"] };
export const pay = { ...common, name: "pay", description: "Pays an order, by card or by invoice, whichever the customer prefers.",
  inputSchema: { type: "object", properties: { payment: { oneOf: [card, invoice], discriminator: { propertyName: "kind" } } }, required: ["payment"] },
  handler: (input) => input };
export const order = { ...common, name: "order", description: "Orders several things at once.",
  inputSchema: { type: "object", properties: { items: { type: "array", items: item }, matrix: { type: "array", items: { type: "array", items: { type: "integer" } } } }, required: ["items"] },
  handler: (input) => input };
export const login = { ...common, name: "login", description: "Takes a password.",
  inputSchema: { type: "object", properties: { user: text, password: { type: "string", format: "password" } }, required: ["user", "password"] },
  handler: ({ user, password }) => ({ user, length: password.length, isRight: password === "hunter2" }) };
export const confirm = { ...common, name: "confirm", description: "Asks for a code.", inputSchema: {},
  handler: async (_input, { onElicitation, signal }) => {
    const requestedSchema = { type: "object", properties: { code: { type: "string", format: "password" } }, required: ["code"] };
    const { action, content } = await onElicitation({ mode: "form", message: "Your code, please.", requestedSchema }, { signal });
    return { action, isRight: content?.code === "4711-secret" };
  } };
`;

describe.skipIf(isLeftOut("tmux"))("in a real terminal", () => {
  let workspace: Workspace;

  beforeAll(async () => {
    workspace = await createWorkspace();
    await writeFile(workspace.path("shop.mjs"), OPERATIONS);
    await workspace.writeConfig({ local: { modules: ["./shop.mjs"] }, serve: { port: 0 }, log: { level: "info" } });
  }, 120_000);
  afterAll(() => workspace.close());

  /** The lines that a command prints, with its exit code. The line that was typed is cleared away. */
  async function ends(terminal: TmuxTerminal, command: string): Promise<string> {
    await terminal.typeOnEmpty(`clear; ${command}; echo done:$?`);
    return await terminal.shows(/done:\d+\n/);
  }

  it("a flag chooses the branch of a union, and flags of another branch are refused", async () => {
    const terminal = await openTerminal(workspace);
    const paid = await ends(terminal, "operations call shop.pay --payment.kind card --payment.number 007 --json");
    expect(paid).toContain('{"payment":{"kind":"card","number":"007"}}');
    expect(paid).toContain("done:0");
    const mixed = await ends(terminal, "operations call shop.pay --payment.kind card --payment.days 3");
    expect(mixed).toMatch(/payment\.days/);
    expect(mixed).toContain("done:2");
  });

  it("a list is given item by item, even inside another list", async () => {
    const terminal = await openTerminal(workspace);
    const ordered = await ends(
      terminal,
      `operations call shop.order --items '{"name":"pear","tags":["a","b"]}' --items '{"name":"plum"}' --matrix '[1,2]' --matrix '[3]' --json`,
    );
    const joined = ordered.replaceAll("\n", "");
    expect(joined).toContain('{"items":[{"name":"pear","tags":["a","b"]},{"name":"plum"}],"matrix":[[1,2],[3]]}');
  });

  it("the command asks for a missing secret, and does not show it while it is typed", async () => {
    const terminal = await openTerminal(workspace);
    await terminal.type("operations call shop.login --user ada --json; echo done:$?");
    await terminal.shows(/\? password: ?$/);
    await terminal.write("hunter3");
    await terminal.key("BSpace");
    await terminal.type("2");
    const screen = await terminal.shows(/done:0/);
    expect(screen).toContain('{"user":"ada","length":7,"isRight":true}');
    expect(screen).not.toContain("hunter");
    // The terminal shows typed text again.
    await terminal.type("echo seen");
    await terminal.shows(/\$ echo seen\nseen/);
  });

  it("a secret that an operation asks for is not shown either, and Ctrl-C ends the question", async () => {
    const terminal = await openTerminal(workspace);
    await terminal.type("operations call shop.confirm --json; echo done:$?");
    await terminal.shows(/Your code, please\.\n {2}code.*: ?$/);
    await terminal.type("4711-secret");
    const screen = await terminal.shows(/done:0/);
    expect(screen).toContain('{"action":"accept","isRight":true}');
    expect(screen).not.toContain("4711");
    await terminal.typeOnEmpty("operations call shop.login --user ada; echo done:$?");
    await terminal.shows(/\? password: ?$/);
    await terminal.key("C-c");
    await terminal.shows(/done:130/);
    await terminal.typeOnEmpty("echo seen");
    await terminal.shows(/^seen/m);
  });

  it("40 columns are enough for lists, help and descriptions", async () => {
    const terminal = await openTerminal(workspace, { width: 40, height: 50 });
    for (const command of [
      "operations list",
      "operations --help",
      "operations logs --help",
      "operations call shop.pay --help",
      "operations describe shop.order",
    ]) {
      const screen = await ends(terminal, command);
      expect(screen).toContain("done:0");
      expect(screen).toBe(await terminal.screen({ joined: true }));
    }
    const help = await ends(terminal, "operations call shop.pay --help");
    expect(help).toMatch(/--payment\.kind <card\|invoice>\n {6}\(required\)/);
  });

  it("--no-color prints no colours, on both streams", async () => {
    const terminal = await openTerminal(workspace);
    for (const command of ["list --no-color", "call shop.pay --help --no-color", "call shop.none --no-color"])
      await ends(terminal, `operations ${command}`);
    await ends(terminal, "operations list --no-color; operations call shop.none --no-color");
    expect(await terminal.screen({ colours: true })).not.toContain(ESCAPE);
    await ends(terminal, "operations call shop.none");
    expect(await terminal.screen({ colours: true })).toContain(ESCAPE);
  });

  it("a reader that leaves early ends the command silently", async () => {
    const terminal = await openTerminal(workspace);
    const screen = await ends(terminal, 'operations list | head -1; echo "codes:${PIPESTATUS[@]}"');
    expect(screen).toMatch(/^shop\.\w+\t?.*\ncodes:0 0\ndone:0/m);
    const nobody = await ends(terminal, 'operations list | true; echo "codes:${PIPESTATUS[@]}"');
    expect(nobody).toMatch(/codes:0 0\ndone:0/);
    expect(screen + nobody).not.toMatch(/EPIPE|Error/);
  });

  it("`logs --follow` runs until Ctrl-C", async () => {
    const server = await openTerminal(workspace);
    await server.type("operations serve");
    await server.shows(/127\.0\.0\.1:\d+/);
    const terminal = await openTerminal(workspace, { width: 120 });
    await terminal.type("operations logs --follow; echo done:$?");
    await terminal.shows(/info +hub listens url=/);
    await server.key("C-c");
    await terminal.shows(/info +hub stopped/);
    expect(await terminal.screen()).not.toMatch(/done:\d/);
    await terminal.key("C-c");
    await terminal.shows(/done:0/);
  });

  it("the examples in an operation's help run as written", async () => {
    const terminal = await openTerminal(workspace, { width: 200 });
    for (const id of ["shop.pay", "shop.order", "shop.login"]) {
      const { stdout } = await runCLI(workspace, ["call", id, "--help"]);
      const examples = stdout.split("\n").filter((line) => line.startsWith(`  operations call ${id}`));
      expect(examples.length).toBeGreaterThan(0);
      for (const example of examples) expect(await ends(terminal, example.trim())).toContain("done:0");
    }
  });
});
