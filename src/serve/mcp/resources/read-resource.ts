import type { Result } from "@modelcontextprotocol/server";
import type { ResponseEnvelope } from "../../../envelope/response-envelope.ts";
import type { OperationSpec } from "../../../operation/operation-spec.ts";
import { isRecord } from "../../../shared/json/is-record.ts";
import { boundContents } from "../answers/bound-contents.ts";
import type { ResultBound } from "../answers/bounded-result.ts";
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
      result: (envelope, bound) => readResult(deps, spec, { envelope, bound }),
      failure: (error) => toProtocolError(deps, error, spec),
    },
  });
}

interface ReadOutcome {
  readonly envelope: ResponseEnvelope;
  readonly bound: ResultBound;
}

function readResult({ resources }: ResourceDeps, spec: OperationSpec, { envelope, bound }: ReadOutcome): ToolResult {
  const { data, meta } = envelope;
  const whole = (Array.isArray(data) ? data : [])
    .filter(isRecord)
    .map((content) => rewriteField(content, "uri", spec, resources.providers));
  const { contents, _meta: part } = boundContents(whole, bound);
  const told = meta.source === "mcp" ? meta._meta : undefined;
  const _meta = told === undefined && part === undefined ? {} : { _meta: { ...told, ...part } };
  return { content: [], structuredContent: { contents, ..._meta } };
}
