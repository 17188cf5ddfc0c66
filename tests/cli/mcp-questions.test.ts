/** `operations mcp` as a host runs it. Its questions reach the host's user. */
import { writeFile } from "node:fs/promises";
import { Client } from "@modelcontextprotocol/client";
import type { ClientCapabilities } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createWorkspace } from "./support/workspace.ts";
import type { Workspace } from "./support/workspace.ts";

type Era = "legacy" | "modern";

type Modes = NonNullable<ClientCapabilities["elicitation"]>;

interface Answer {
  readonly action: "accept" | "decline" | "cancel";
  readonly content?: Record<string, string | boolean>;
}

const server = (program: string, rest: object = {}): object => ({
  command: process.execPath,
  args: [program],
  ...rest,
});

let workspace: Workspace;
let client: Client;
let asked: Array<Record<string, unknown>> = [];
let answer: Answer | undefined;
/** One process for each kind of host: its user answers as the test says. */
const hosts = new Map<string, Client>();

beforeAll(async () => {
  workspace = await createWorkspace();
  const talk = server("mcp-server.js", { approval: ["echo"] });
  const config = { mcpServers: { talk, other: server("asking-mcp-server.js") } };
  await writeFile(workspace.path("asking.json"), JSON.stringify(config));
}, 60_000);

afterAll(async () => {
  for (const host of hosts.values()) await host.close();
  await workspace.close();
});

/** A host of this era whose user gives this answer. Undefined: it accepts no questions. */
async function host(era: Era, given?: Answer, elicitation: Modes = { form: {} }): Promise<void> {
  [asked, answer] = [[], given];
  const capabilities: ClientCapabilities = given === undefined ? {} : { elicitation };
  const kind = JSON.stringify([era, capabilities]);
  client = hosts.get(kind) ?? (await connect(era, capabilities));
  hosts.set(kind, client);
}

async function connect(era: Era, capabilities: ClientCapabilities): Promise<Client> {
  const connecting = new Client(
    { name: "host", version: "1.0.0" },
    { capabilities, versionNegotiation: { mode: era === "modern" ? { pin: "2026-07-28" } : "legacy" } },
  );
  if (capabilities.elicitation !== undefined) {
    connecting.setRequestHandler("elicitation/create", ({ params }) => {
      asked.push({ ...params });
      return { ...(answer as Answer) };
    });
  }
  const { cli, folder, env } = workspace;
  const args = [cli, "mcp", "--config", "asking.json"];
  await connecting.connect(
    new StdioClientTransport({ command: process.execPath, args, cwd: folder, env, stderr: "ignore" }),
  );
  return connecting;
}

async function call(name: string, input: object): Promise<{ text: string; isError: boolean }> {
  const { content, isError = false } = await client.callTool({ name, arguments: { ...input } });
  const [block] = content;
  return { text: block?.type === "text" ? block.text : "", isError };
}

describe.each(["legacy", "modern"] as const)("when a host of the %s era runs `operations mcp`", (era) => {
  it("asks for the approvals of the config, and runs approved calls", async () => {
    await host(era, { action: "accept", content: { approve: true } });
    expect(await call("talk_echo", { text: "hi" })).toEqual({ text: "hi", isError: false });
    expect(asked).toMatchObject([
      {
        message: 'Run talk.echo with {"text":"hi"}?',
        requestedSchema: { properties: { approve: { type: "boolean" } }, required: ["approve"] },
      },
    ]);
    expect(await call("talk_refuse", {})).toEqual({ text: "I will not.", isError: true });
    expect(asked).toHaveLength(1);
  }, 60_000);

  it.each([
    [{ action: "accept", content: { approve: false } } as const, "the answer at the caller's client was no."],
    [{ action: "decline" } as const, "it was declined at the caller's client."],
    [{ action: "cancel" } as const, "closed at the caller's client without an answer."],
    [undefined, "the caller's client accepts no questions."],
  ])(
    "refuses a call whose answer is %j, and says why",
    async (given, reason) => {
      await host(era, given);
      const { text, isError } = await call("talk_echo", { text: "hi" });
      expect(isError).toBe(true);
      expect(text).toContain("ACCESS_DENIED: talk.echo was not approved: ");
      expect(text).toContain(reason);
    },
    60_000,
  );

  it("refuses a call whose question the host cannot take", async () => {
    await host(era, { action: "accept" }, { url: {} });
    const { text, isError } = await call("talk_echo", { text: "hi" });
    expect(isError).toBe(true);
    expect(text).toContain("not approved: The MCP client accepts no questions of the mode form.");
  }, 60_000);

  it("passes on the questions of a server behind it", async () => {
    await host(era, { action: "accept", content: { colour: "green" } });
    expect(await call("other_ask", {})).toEqual({ text: "accept: green", isError: false });
    expect(asked).toMatchObject([{ message: "Which colour?" }]);
  }, 60_000);
});
