import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleProgram } from "../../../tests/support/bundle-program.ts";
import type { BundledProgram } from "../../../tests/support/bundle-program.ts";
import { until } from "../../../tests/support/until.ts";
import { clientOf, ERAS } from "./fixtures.test-support.ts";
import type { Era } from "./fixtures.test-support.ts";

let program: BundledProgram;
beforeAll(async () => {
  program = await bundleProgram(fileURLToPath(new URL("stdio-server.test-support.ts", import.meta.url)));
});
afterAll(() => program.remove());

async function start(era: Era): Promise<{ client: Client; said: () => string }> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program.path],
    stderr: "pipe",
  });
  let stderr = "";
  transport.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const client = clientOf(era);
  await client.connect(transport);
  return { client, said: () => stderr };
}

describe("when a client on standard input sends an integer that no number holds exactly", () => {
  it("passes it to the operation as the text of its digits", async () => {
    const child = spawn(process.execPath, [program.path], { stdio: ["pipe", "pipe", "ignore"] });
    const ended = once(child, "close");
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const send = (text: string): boolean => child.stdin.write(`${text}\n`);
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } };
    send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params }));
    await lines.next();
    send('{"jsonrpc":"2.0","method":"notifications/initialized"}');
    const given = '{"value":[12345678901234567890,42]}';
    send(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"test_echo","arguments":${given}}}`);
    const { value } = await lines.next();
    expect(JSON.parse(String(value))).toMatchObject({
      id: 2,
      result: { content: [{ type: "text", text: '["12345678901234567890",42]' }] },
    });
    child.stdin.end();
    await ended;
    expect(child.exitCode).toBe(0);
  }, 120_000);
});

describe.each(ERAS)("when a program of the %s era is served on standard input and output", (era) => {
  it("calls tools with the identity from the service, and the server ends with its client", async () => {
    const { client, said } = await start(era);
    const { content } = await client.callTool({ name: "test_secret" });
    expect(content).toEqual([{ type: "text", text: "for local" }]);
    const call = client.callTool({ name: "test_wait" });
    call.catch(() => {});
    // The server reads in order: once this is answered, the call has begun.
    await client.callTool({ name: "test_nothing" });
    await client.close();
    await expect(call).rejects.toThrow();
    await until(() => said().includes("aborted") && said().includes("closed"));
  }, 120_000);
});
