import type { Result } from "@modelcontextprotocol/server";
import type { ResponseEnvelope } from "../../../envelope/response-envelope.ts";
import type { OperationSpec } from "../../../operation/operation-spec.ts";
import { isRecord } from "../../../shared/json/is-record.ts";
import { answerOffer, invalidParams } from "../call/run-call.ts";
import type { CallRequest } from "../call/run-call.ts";
import { rewriteField } from "../providers/rewrite-uris.ts";
import { notePage } from "../tools/app-tools.ts";
import type { ToolResult } from "../tools/tool-result.ts";
import { findReader } from "./find-resource.ts";
import type { ResourceDeps } from "./list-resources.ts";
import { resourceNotFound, toProtocolError } from "./offer-errors.ts";

/** `resources/read`. */
export async function readResource(deps: ResourceDeps, request: CallRequest): Promise<Result> {
  const { params, caller } = request;
  const { uri } = params;
  if (typeof uri !== "string") throw invalidParams(deps.sdk, "resources/read needs the uri of a resource.");
  const found = findReader(deps, uri, caller.identity);
  if (found === undefined) throw resourceNotFound(deps.sdk, uri);
  const { spec } = found;
  notePage(request.connection, uri, spec);
  return await answerOffer(deps, request, {
    ...found,
    telling: {
      result: (envelope) => readResult(deps, spec, envelope),
      failure: (error) => toProtocolError(deps, error, spec),
    },
  });
}

function readResult({ resources }: ResourceDeps, spec: OperationSpec, { data, meta }: ResponseEnvelope): ToolResult {
  const contents = (Array.isArray(data) ? data : [])
    .filter(isRecord)
    .map((content) => rewriteField(content, "uri", spec, resources.providers));
  const _meta = meta.source === "mcp" ? meta._meta : undefined;
  return { content: [], structuredContent: { contents, ...(_meta === undefined ? {} : { _meta }) } };
}
