import { Type } from "typebox";
import type { TSchema } from "typebox";
import { CallError } from "../../../errors/call-error.ts";
import { mcpEnvelope } from "../../../envelope/response-envelope.ts";
import type { ResponseEnvelope } from "../../../envelope/response-envelope.ts";
import { OperationType } from "../../../operation/operation-type.ts";
import { mapMCPContentBlocks } from "./content-blocks.ts";
import { listAllPages } from "./list-pages.ts";
import type { MCPOperation } from "./mcp-operation.ts";
import type { Requester } from "../session/requester.ts";

export interface QueryOperationsOptions {
  /** Of the server. */
  readonly namespace: string;
  readonly version: string;
  readonly requester: Requester;
}

/** `<namespace>.resources.list`, `.templates` and `.read`. */
export function resourceOperations(options: QueryOperationsOptions): MCPOperation[] {
  return [
    listQuery(options, { group: "resources", name: "list", field: "resources", method: "resources/list" }),
    listQuery(options, {
      group: "resources",
      name: "templates",
      field: "resourceTemplates",
      method: "resources/templates/list",
    }),
    query(options, {
      group: "resources",
      name: "read",
      description: `Reads a resource of the MCP server ${options.requester.server}`,
      inputSchema: Type.Object({ uri: Type.String() }),
      method: "resources/read",
      toEnvelope: (result) => {
        const contents = arrayIn(result, "contents");
        const blocks = contents.map((resource) => ({ type: "resource", resource }));
        return mcpEnvelope(contents, { isError: false, content: mapMCPContentBlocks(blocks) });
      },
    }),
  ];
}

/** `<namespace>.prompts.list` and `.get`. */
export function promptOperations(options: QueryOperationsOptions): MCPOperation[] {
  return [
    listQuery(options, { group: "prompts", name: "list", field: "prompts", method: "prompts/list" }),
    query(options, {
      group: "prompts",
      name: "get",
      description: `Fills in a prompt of the MCP server ${options.requester.server}`,
      inputSchema: Type.Object({
        name: Type.String(),
        arguments: Type.Optional(Type.Record(Type.String(), Type.String())),
      }),
      method: "prompts/get",
      toEnvelope: (result) => {
        const messages = arrayIn(result, "messages");
        const content = messages.map((message) => (message as { content?: unknown } | null)?.content);
        const meta = { isError: false, content: mapMCPContentBlocks(content), structuredContent: result };
        return mcpEnvelope<unknown>(result, meta);
      },
    }),
  ];
}

interface Query {
  readonly group: "resources" | "prompts";
  readonly name: string;
  readonly method: string;
}

interface SingleQuery extends Query {
  readonly description: string;
  readonly inputSchema: TSchema;
  readonly toEnvelope: (result: unknown) => ResponseEnvelope;
}

function query(options: QueryOperationsOptions, single: SingleQuery): MCPOperation {
  const { method, inputSchema, description, toEnvelope } = single;
  return {
    ...specOf(options, single, description),
    inputSchema,
    handler: async (input, context) =>
      toEnvelope(
        await options.requester.ask(
          { method, params: input, what: `${method} of the MCP server ${options.requester.server}` },
          context,
        ),
      ),
  };
}

function listQuery(options: QueryOperationsOptions, list: Query & { readonly field: string }): MCPOperation {
  const { requester } = options;
  const { method, field, group, name } = list;
  const what = name === "templates" ? "resource templates" : group;
  return {
    ...specOf(options, list, `Lists the ${what} of the MCP server ${requester.server}`),
    inputSchema: Type.Object({}),
    handler: async (_input, context) => {
      const ask = (params: Readonly<Record<string, unknown>>): Promise<unknown> =>
        requester.ask({ method, params, what: `${method} of the MCP server ${requester.server}` }, context);
      const items = await listAllPages(ask, field, requester.server);
      return mcpEnvelope<unknown>(items, { isError: false, content: [], structuredContent: items });
    },
  };
}

function specOf(
  { namespace, version, requester }: QueryOperationsOptions,
  { group, name, method }: Query,
  description: string,
): Omit<MCPOperation, "handler" | "inputSchema"> {
  return {
    name,
    namespace: `${namespace}.${group}`,
    version,
    type: OperationType.QUERY,
    description,
    outputSchema: Type.Unknown(),
    accessControl: requester.accessControl,
    origin: { source: "mcp", location: requester.location, name: method },
  };
}

function arrayIn(result: unknown, field: string): unknown[] {
  const found = (result as Record<string, unknown> | null)?.[field];
  if (Array.isArray(found)) return found;
  throw new CallError("PROTOCOL_ERROR", `The MCP server answered without "${field}".`, undefined, { phase: "started" });
}
