import type { Result } from "@modelcontextprotocol/server";
import type { ResponseEnvelope } from "../../../envelope/response-envelope.ts";
import type { OperationSpec } from "../../../operation/operation-spec.ts";
import { isRecord } from "../../../shared/json/is-record.ts";
import { answerOffer, invalidParams } from "../call/run-call.ts";
import type { ToolCallRequest } from "../call/run-call.ts";
import { rewriteBlock } from "../providers/rewrite-uris.ts";
import type { ResourceDeps } from "../resources/list-resources.ts";
import { toProtocolError } from "../resources/offer-errors.ts";
import type { ToolResult } from "../tools/tool-result.ts";
import type { PromptCatalog } from "./prompt-catalog.ts";

export interface PromptDeps extends ResourceDeps {
  readonly prompts: PromptCatalog;
}

/** `prompts/get`. */
export async function getPrompt(deps: PromptDeps, request: ToolCallRequest): Promise<Result> {
  const { params, caller } = request;
  const { sdk, prompts } = deps;
  const { name, arguments: given = {} } = params;
  if (typeof name !== "string") throw invalidParams(sdk, "prompts/get needs the name of a prompt.");
  if (!isRecord(given)) throw invalidParams(sdk, "The arguments of a prompt are an object.");
  const id = prompts.idOf(name);
  const spec = id === undefined ? undefined : prompts.findById(id, caller.identity);
  if (id === undefined || spec === undefined) throw invalidParams(sdk, `Unknown prompt: ${name.slice(0, 200)}`);
  return await answerOffer(deps, request, {
    id,
    spec,
    arguments: given,
    telling: {
      result: (envelope) => promptResult(deps, spec, envelope),
      failure: (error) => toProtocolError(deps, error, spec),
    },
  });
}

function promptResult({ resources }: ResourceDeps, spec: OperationSpec, { data, meta }: ResponseEnvelope): ToolResult {
  const { description, messages } = data as { readonly description?: unknown; readonly messages?: unknown };
  const written = (Array.isArray(messages) ? messages : []).map((message: unknown) =>
    isRecord(message) ? { ...message, content: rewriteBlock(message["content"], spec, resources.providers) } : message,
  );
  const _meta = meta.source === "mcp" ? meta._meta : undefined;
  return {
    content: [],
    structuredContent: {
      ...(description === undefined ? {} : { description }),
      messages: written,
      ...(_meta === undefined ? {} : { _meta }),
    },
  };
}
