import { Type } from "typebox";
import { mcpEnvelope } from "../../../envelope/response-envelope.ts";
import { OperationType } from "../../../operation/operation-type.ts";
import { contextOf } from "../../../registry/call/context-of.ts";
import { isRecord } from "../../../shared/json/is-record.ts";
import { readContentBlocks } from "../tools/content-blocks.ts";
import type { MCPOperation } from "../tools/mcp-operation.ts";
import { arrayIn, metaIn, methodSpec, whatIs } from "./offer-spec.ts";
import type { OfferOptions } from "./offer-spec.ts";
import { watchResource } from "./watch-resource.ts";

const ByURI = Type.Object({ uri: Type.String({ description: "As the server lists it" }) });

/**
 * `<namespace>.resources.list` and `.templates`: each call gives one page. They are made again whenever the server
 * announces another list, so that the registry reports the change.
 */
export function resourceLists(options: OfferOptions): MCPOperation[] {
  return [
    listOperation(options, { name: "list", what: "resources", field: "resources", method: "resources/list" }),
    listOperation(options, {
      name: "templates",
      what: "resource templates",
      field: "resourceTemplates",
      method: "resources/templates/list",
    }),
  ];
}

/** `<namespace>.resources.read` and, if the server reports changes, `.watch`. */
export function resourceReaders(options: OfferOptions, { watches }: { watches: boolean }): MCPOperation[] {
  return [readOperation(options), ...(watches ? [watchOperation(options)] : [])];
}

interface List {
  readonly name: string;
  readonly what: string;
  readonly field: string;
  readonly method: "resources/list" | "resources/templates/list";
}

function listOperation(options: OfferOptions, { name, what, field, method }: List): MCPOperation {
  const { requester } = options;
  const description = `Lists the ${what} of the MCP server ${requester.server}, page by page`;
  return {
    ...methodSpec(options, { group: "resources", name, description, method }),
    inputSchema: Type.Object({ cursor: Type.Optional(Type.String({ description: "The nextCursor of a page" })) }),
    outputSchema: Type.Object({
      [field]: Type.Array(Type.Unknown()),
      nextCursor: Type.Optional(Type.String()),
    }),
    handler: async (params, context) => {
      const result = await requester.ask({ method, params, what: whatIs(method, requester) }, context);
      const { nextCursor } = result as { nextCursor?: unknown };
      const page = {
        [field]: arrayIn(result, field, requester),
        ...(typeof nextCursor === "string" ? { nextCursor } : {}),
      };
      return mcpEnvelope<unknown>(page, { isError: false, content: [], structuredContent: page, ...metaIn(result) });
    },
  };
}

function readOperation(options: OfferOptions): MCPOperation {
  const { requester } = options;
  const method = "resources/read";
  const description = `Reads a resource of the MCP server ${requester.server}`;
  return {
    ...methodSpec(options, { group: "resources", name: "read", description, method }),
    inputSchema: ByURI,
    outputSchema: Type.Array(Type.Unknown()),
    handler: async (params, context) => {
      const result = await requester.ask({ method, params, what: whatIs(method, requester) }, context);
      const contents = arrayIn(result, "contents", requester).filter(isRecord);
      const blocks = contents.map((resource) => ({ type: "resource", resource }));
      const content = readContentBlocks(blocks);
      return mcpEnvelope<unknown>(contents, { isError: false, content, ...metaIn(result) });
    },
  };
}

function watchOperation(options: OfferOptions): MCPOperation {
  const { requester } = options;
  const description = `Tells when a resource of the MCP server ${requester.server} changes`;
  return {
    ...methodSpec(options, { group: "resources", name: "watch", description, method: "resources/subscribe" }),
    type: OperationType.SUBSCRIPTION,
    inputSchema: ByURI,
    outputSchema: Type.Object({
      uri: Type.String(),
      event: Type.Union([Type.Literal("watching"), Type.Literal("updated")]),
    }),
    handler: ({ uri }, context) => watchResource(requester, uri as string, contextOf(context)),
  };
}
