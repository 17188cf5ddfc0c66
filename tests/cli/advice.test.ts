/** What every interface of one hub says about repeating a failed call, by type, idempotence and phase. */
import { mkdir, writeFile } from "node:fs/promises";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { CallError, defineOperation, OperationRegistry, OperationType, Type } from "../../src/entries/index.ts";
import type { CallPhase } from "../../src/entries/index.ts";
import { toTools } from "../../src/entries/tools.ts";
import { connectSpoke } from "../../src/entries/websocket.ts";
import { until } from "../support/until.ts";
import { runCLI, startCLI } from "./support/run-cli.ts";
import type { RunningCLI } from "./support/run-cli.ts";
import { createWorkspace } from "./support/workspace.ts";
import type { Workspace } from "./support/workspace.ts";

vi.setConfig({ testTimeout: 120_000 });

const KEY = "a".repeat(32);
const CHECK_FIRST = "It may have run: check before you repeat it.";
const MAY_HELP = "Trying again later may help.";

interface Kind {
  readonly name: string;
  readonly type: "QUERY" | "MUTATION" | "SUBSCRIPTION";
  readonly idempotent: boolean;
}

const kinds: readonly Kind[] = [
  { name: "read", type: "QUERY", idempotent: false },
  { name: "write", type: "MUTATION", idempotent: false },
  { name: "put", type: "MUTATION", idempotent: true },
  { name: "watch", type: "SUBSCRIPTION", idempotent: false },
  { name: "follow", type: "SUBSCRIPTION", idempotent: true },
];
const phases: readonly CallPhase[] = ["notStarted", "started", "unknown"];

const cases = kinds.flatMap((kind) =>
  phases.flatMap((phase) =>
    [true, false].map((retryable) => {
      const isSafe = kind.type === "QUERY" || kind.idempotent || phase === "notStarted";
      return { ...kind, phase, retryable, advice: !isSafe ? CHECK_FIRST : retryable ? MAY_HELP : undefined };
    }),
  ),
);

let workspace: Workspace;
let hub: RunningCLI;
let url: string;
let client: Client;

const sourceOf = ({ name, type, idempotent }: Kind): string => `import { CallError } from "@alkdev/operations";
const fail = ({ phase, retryable }) => { throw new CallError("EXECUTION_ERROR", "It broke", undefined, { phase, retryable }); };
export default {
  namespace: "kinds", name: "${name}", version: "1.0.0", type: "${type}", description: "Fails.", idempotent: ${idempotent},
  inputSchema: { type: "object", properties: { phase: { type: "string" }, retryable: { type: "boolean" } } },
  outputSchema: {}, accessControl: { requiredScopes: [] },
  handler: ${type === "SUBSCRIPTION" ? "async function* (input) { fail(input); }" : "fail"},
};
`;

beforeAll(async () => {
  workspace = await createWorkspace();
  await mkdir(workspace.path("kinds"));
  for (const kind of kinds) await writeFile(workspace.path(`kinds/${kind.name}.mjs`), sourceOf(kind));
  await workspace.writeConfig({
    local: { modules: kinds.map(({ name }) => `./kinds/${name}.mjs`) },
    serve: { port: 0, keys: [{ id: "ada", key: KEY, scopes: ["operations:call", "offer:far"] }] },
    log: { level: "warn" },
  });
  hub = startCLI(workspace, ["serve"]);
  [url = ""] = await hub.printed(/http:\/\/127\.0\.0\.1:\d+/);
  client = new Client({ name: "test", version: "1.0.0" });
  const requestInit = { headers: { authorization: `Bearer ${KEY}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
}, 60_000);

afterAll(async () => {
  await client.close();
  hub.child.kill("SIGKILL");
  await hub.ended;
  await workspace.close();
});

/** The advice in a text for people or models. Throws if it gives more than one. */
function adviceIn(text: string): string | undefined {
  const given = [CHECK_FIRST, MAY_HELP].filter((advice) => text.includes(advice));
  if (given.length > 1) throw new Error(`There are several: ${text}`);
  return given[0];
}

describe.each(cases)("the failure of $name ($type, idempotent: $idempotent, $phase, retryable: $retryable)", (it_) => {
  const { name, type, phase, retryable, advice } = it_;
  const input = { phase, retryable };

  it("advises the same by MCP", async () => {
    const { content, isError } = await client.callTool({ name: `kinds_${name}`, arguments: input });
    expect(isError).toBe(true);
    expect(adviceIn((content as { text: string }[]).map(({ text }) => text).join("\n"))).toBe(advice);
  });

  it("advises the same by HTTP", async () => {
    const response = await fetch(`${url}/kinds/${name}`, {
      method: "POST",
      body: JSON.stringify(input),
      headers: { "content-type": "application/json", authorization: `Bearer ${KEY}` },
    });
    const problem = (await response.json()) as { advice?: string; phase: string; retryable: boolean };
    expect(problem).toMatchObject(input);
    expect(problem.advice).toBe(advice);
  });

  it("advises the same to a model that gets tools", async () => {
    const registry = new OperationRegistry();
    const { idempotent } = it_;
    const fail = (): never => {
      throw new CallError("EXECUTION_ERROR", "It broke", undefined, input);
    };
    registry.register(
      defineOperation({
        namespace: "kinds",
        name,
        version: "1.0.0",
        type: OperationType[type],
        idempotent,
        description: "Fails.",
        inputSchema: Type.Object({}),
        outputSchema: Type.Unknown(),
        accessControl: { requiredScopes: [] },
        handler:
          type === "SUBSCRIPTION"
            ? // oxlint-disable-next-line require-yield -- it fails before its first item
              async function* () {
                fail();
              }
            : fail,
      } as Parameters<typeof defineOperation>[0]),
    );
    const tools = toTools(registry, { provider: "anthropic" });
    const block = { type: "tool_use", id: "1", name: tools.definitions[0]?.name ?? "", input: {} };
    expect(adviceIn(JSON.stringify(await tools.execute(block as never)))).toBe(advice);
    tools.close();
  });
});

// Processes: the cases that are not retryable differ in nothing that the command line decides.
it.each(cases.filter(({ retryable }) => retryable))(
  "the failure of $name ($type, idempotent: $idempotent, $phase, retryable) advises the same on the command line",
  async ({ name, type, phase, retryable, advice }) => {
    const input = { phase, retryable };
    const command = type === "SUBSCRIPTION" ? "subscribe" : "call";
    const args = [command, `kinds.${name}`, "--input", JSON.stringify(input)];
    const [told, json, local] = await Promise.all([
      runCLI(workspace, [...args, "--hub", url, "--key", KEY]),
      runCLI(workspace, [...args, "--hub", url, "--key", KEY, "--json"]),
      runCLI(workspace, [...args, "--no-hub"]),
    ]);
    expect(adviceIn(told.stderr)).toBe(advice);
    expect((JSON.parse(json.stderr) as { error: { advice?: string } }).error.advice).toBe(advice);
    expect(adviceIn(local.stderr)).toBe(advice);
  },
);

describe("the failure of an operation whose peer is away", () => {
  it("advises to try again later, on the command line", async () => {
    const registry = new OperationRegistry();
    registry.register(
      defineOperation({
        namespace: "far",
        name: "write",
        version: "1.0.0",
        type: OperationType.MUTATION,
        description: "Writes.",
        inputSchema: Type.Object({}),
        outputSchema: Type.Unknown(),
        accessControl: { requiredScopes: [] },
        handler: () => null,
      }),
    );
    const spoke = await connectSpoke({ url: `${url}/ws`, token: KEY, registry, reconnect: false });
    const args = ["call", "far.write", "--hub", url, "--key", KEY, "--json"];
    await until(async () => (await runCLI(workspace, args)).code === 0);
    spoke.close();
    let told: Awaited<ReturnType<typeof runCLI>> | undefined;
    // The hub may not have noticed yet.
    await until(async () => (told = await runCLI(workspace, args)).code !== 0);
    const { error } = JSON.parse(told?.stderr ?? "{}") as { error: object };
    expect(error).toMatchObject({ code: "NO_RESPONDER", phase: "notStarted", retryable: true, advice: MAY_HELP });
  });
});
