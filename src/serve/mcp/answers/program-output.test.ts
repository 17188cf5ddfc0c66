import type { Client } from "@modelcontextprotocol/client";
import { afterEach, describe, expect, it } from "vitest";
import { codeOperation } from "../../../code/code-operation.ts";
import { createCodeExecutor } from "../../../code/sandbox/quickjs-executor.ts";
import { connectInMemory, registryOf } from "../fixtures.test-support.ts";
import { serveMCP } from "../serve-mcp.ts";

const HANDLE = /"handle":"([^"]+)"/;
const ends: Array<() => Promise<unknown>> = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

interface Answer {
  readonly content: ReadonlyArray<{ readonly text?: string }>;
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
}

async function call(client: Client, name: string, args: Record<string, unknown>): Promise<Answer & { text: string }> {
  const answer = (await client.callTool({ name, arguments: args })) as Answer;
  return { ...answer, text: answer.content.map(({ text = "" }) => text).join("") };
}

async function read(client: Client, args: Record<string, unknown>): Promise<unknown> {
  const { structuredContent } = await call(client, "read_result", args);
  return (structuredContent as { value?: unknown } | undefined)?.value;
}

describe("when a program's output is longer than its caller's budget", () => {
  async function connectedToCode(): Promise<Client> {
    const registry = registryOf([]);
    const executor = createCodeExecutor({ maxRuns: 1 });
    registry.register(codeOperation({ registry, executor }));
    const service = serveMCP(registry, { answerTokens: 500 });
    const client = await connectInMemory(service, "modern");
    await client.listTools();
    ends.push(
      () => executor.close(),
      () => service.close(),
      () => client.close(),
    );
    return client;
  }
  const making = "const items = Array.from({ length: 300 }, (_, id) => ({ id, title: 'Title ' + id }));";

  it("is cut like other answers, and the rest of its result and log can be read", async () => {
    const client = await connectedToCode();
    const code = `${making} for (const { title } of items) console.log(title); return items`;
    const answer = await call(client, "run_code", { code });
    expect(answer.isError).not.toBe(true);
    expect(answer.text.length).toBeLessThanOrEqual(2000);
    const handle = HANDLE.exec(answer.text)?.[1];
    expect(await read(client, { handle, at: "/result/299" })).toEqual({ id: 299, title: "Title 299" });
    expect(await read(client, { handle, at: "/logs/299" })).toEqual({ level: "log", text: "Title 299" });
  });

  it("can be read even if the program failed", async () => {
    const client = await connectedToCode();
    const code = `${making} for (const { title } of items) console.log(title); throw new Error("late")`;
    const { isError, text } = await call(client, "run_code", { code });
    expect([isError, text.startsWith("CODE_FAILED"), text.length <= 2000]).toEqual([true, true, true]);
    const handle = HANDLE.exec(text)?.[1];
    expect(await read(client, { handle, at: "/logs/299" })).toEqual({ level: "log", text: "Title 299" });
  });
});
