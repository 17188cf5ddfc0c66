import { Type } from "typebox";
import { CallError } from "../../../errors/call-error.ts";
import { mcpEnvelope } from "../../../envelope/response-envelope.ts";
import { isRecord } from "../../../shared/json/is-record.ts";
import type { MCPOperation } from "../tools/mcp-operation.ts";
import { methodSpec, whatIs } from "./offer-spec.ts";
import type { OfferOptions } from "./offer-spec.ts";

const Text = Type.String();

/** `<namespace>.completion.complete`: suggests values for an argument of a prompt or a variable of a template. */
export function completionOperation(options: OfferOptions): MCPOperation {
  const { requester } = options;
  const method = "completion/complete";
  const description = `Completes arguments of prompts and resource templates of the MCP server ${requester.server}`;
  return {
    ...methodSpec(options, { group: "completion", name: "complete", description, method }),
    inputSchema: Type.Object({
      ref: Type.Union([
        Type.Object({ type: Type.Literal("ref/prompt"), name: Text }),
        Type.Object({ type: Type.Literal("ref/resource"), uri: Text }),
      ]),
      argument: Type.Object({ name: Text, value: Text }),
      context: Type.Optional(Type.Object({ arguments: Type.Optional(Type.Record(Text, Text)) })),
    }),
    outputSchema: Type.Object({
      values: Type.Array(Text),
      total: Type.Optional(Type.Number()),
      hasMore: Type.Optional(Type.Boolean()),
    }),
    handler: async (params, context) => {
      const result = await requester.ask({ method, params, what: whatIs(method, requester) }, context);
      const completion = (result as { completion?: unknown } | null)?.completion;
      if (!isRecord(completion)) {
        const message = `The MCP server ${requester.server} answered without "completion".`;
        throw new CallError("PROTOCOL_ERROR", message, undefined, { phase: "started" });
      }
      return mcpEnvelope<unknown>(completion, { isError: false, content: [], structuredContent: completion });
    },
  };
}
