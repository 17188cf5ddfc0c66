import { Type } from "typebox";
import type { TSchema } from "typebox";
import { mcpEnvelope } from "../../../envelope/response-envelope.ts";
import { OperationType } from "../../../operation/operation-type.ts";
import { isRecord } from "../../../shared/json/is-record.ts";
import { readContentBlocks } from "../tools/content-blocks.ts";
import type { MCPOperation } from "../tools/mcp-operation.ts";
import { arrayIn, metaIn, whatIs } from "./offer-spec.ts";
import type { OfferOptions } from "./offer-spec.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A prompt as a server lists it. */
export interface ListedPrompt {
  readonly name: string;
  readonly entry: Fields;
}

/** Other fields of a prompt, kept as the server sends them. */
const KEPT_FIELDS = ["icons", "_meta"] as const;

/** `<namespace>.prompts.<name>`: a prompt with its arguments as the input. */
export function promptOperation(
  { name: theirs, entry }: ListedPrompt,
  { namespace, version, requester }: OfferOptions,
  name: string,
): MCPOperation {
  const method = "prompts/get";
  const { title, description, arguments: listed } = entry;
  const given = Array.isArray(listed) ? listed : undefined;
  const kept = KEPT_FIELDS.filter((field) => entry[field] !== undefined).map((field) => [field, entry[field]]);
  return {
    name,
    namespace: `${namespace}.prompts`,
    version,
    type: OperationType.QUERY,
    ...(typeof title === "string" ? { title } : {}),
    description: typeof description === "string" ? description : "",
    inputSchema: argumentSchema(given ?? []),
    outputSchema: Type.Object({ description: Type.Optional(Type.String()), messages: Type.Array(Type.Unknown()) }),
    accessControl: requester.accessTo({ method, name: theirs }),
    origin: { source: "mcp", location: requester.location, name: theirs },
    metadata: { mcp: { prompt: given === undefined ? {} : { arguments: given }, ...Object.fromEntries(kept) } },
    handler: async (input, context) => {
      const params = { name: theirs, arguments: input };
      const result = await requester.ask({ method, params, what: whatIs(`The prompt ${theirs}`, requester) }, context);
      const messages = arrayIn(result, "messages", requester);
      const told = (result as Fields)["description"];
      const filled = { ...(typeof told === "string" ? { description: told } : {}), messages };
      const content = readContentBlocks(messages.map((message) => (isRecord(message) ? message["content"] : null)));
      return mcpEnvelope<unknown>(filled, { isError: false, content, structuredContent: filled, ...metaIn(result) });
    },
  };
}

/** Every argument is a text. Arguments that the server lists wrongly are not checked. */
function argumentSchema(listed: readonly unknown[]): TSchema {
  const properties: Record<string, TSchema> = {};
  for (const argument of listed) {
    if (!isRecord(argument) || typeof argument["name"] !== "string") continue;
    const { name, title, description, required } = argument;
    const words = {
      ...(typeof title === "string" ? { title } : {}),
      ...(typeof description === "string" ? { description } : {}),
    };
    const schema = Type.String(words);
    properties[name] = required === true ? schema : Type.Optional(schema);
  }
  return Type.Object(properties);
}
