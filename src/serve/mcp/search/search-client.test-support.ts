/** Clients of a server whose operations are searched. */
import type { Client } from "@modelcontextprotocol/client";
import { expect } from "vitest";
import type { OperationRegistry } from "../../../registry/operation-registry.ts";
import { connectInMemory, registryOf } from "../fixtures.test-support.ts";
import type { Era } from "../fixtures.test-support.ts";
import { serveMCP } from "../serve-mcp.ts";
import type { ServeMCPOptions } from "../options/serve-mcp-options.ts";

/** Everything that a test started, to be closed afterwards. */
export const ends: Array<() => Promise<unknown>> = [];
export async function endAll(): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end();
}

interface Setup {
  readonly era?: Era;
  readonly registry?: OperationRegistry;
  readonly options?: ServeMCPOptions;
}

export async function connected({ era = "modern", registry = registryOf(), options }: Setup = {}): Promise<Client> {
  const service = serveMCP(registry, { searchAbove: 0, ...options });
  ends.push(() => service.close());
  const client = await connectInMemory(service, era);
  ends.push(() => client.close());
  return client;
}

export async function namesOf(client: Client): Promise<string[]> {
  return (await client.listTools()).tools.map(({ name }) => name);
}

interface Found {
  readonly operations: ReadonlyArray<{ readonly id: string; readonly type: string; readonly description: string }>;
  readonly namespaces: Readonly<Record<string, number>>;
  readonly more?: number;
  readonly next: string;
}

export async function search(client: Client, args: object): Promise<Found> {
  const result = await client.callTool({ name: "search_operations", arguments: { ...args } });
  expect(result.isError).not.toBe(true);
  return result.structuredContent as Found;
}

export async function idsFor(client: Client, query: string, limit = 5): Promise<string[]> {
  return (await search(client, { query, limit })).operations.map(({ id }) => id);
}

export async function describeIds(client: Client, ...ids: string[]): Promise<Array<Record<string, unknown>>> {
  const result = await client.callTool({ name: "describe_operations", arguments: { ids } });
  return (result.structuredContent as { operations: Array<Record<string, unknown>> }).operations;
}

export const call = (id: string, input?: object): { name: string; arguments: Record<string, unknown> } => ({
  name: "call_operation",
  arguments: { id, ...(input && { input }) },
});

export const textOf = (result: { content: ReadonlyArray<{ type: string }> }): unknown =>
  (result.content[0] as { text?: string } | undefined)?.text;
