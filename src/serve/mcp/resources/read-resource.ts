import type { Result } from "@modelcontextprotocol/server";
import type { ResponseEnvelope } from "../../../envelope/response-envelope.ts";
import { isRecord } from "../../../shared/json/is-record.ts";
import { boundContents } from "../answers/bound-contents.ts";
import type { ResultBound } from "../answers/bounded-result.ts";
import { answerOffer, invalidParams } from "../call/run-call.ts";
import type { ToolCallRequest } from "../call/run-call.ts";
import { rewriteField } from "../providers/rewrite-uris.ts";
import { notePage } from "../tools/app-tools.ts";
import type { ToolResult } from "../tools/tool-result.ts";
import { findAppReaders, findReader } from "./find-resource.ts";
import type { FoundResource } from "./find-resource.ts";
import type { ResourceDeps } from "./list-resources.ts";
import { resourceNotFound, resourceOfSeveral, toProtocolError } from "./offer-errors.ts";

/** `resources/read`. */
export async function readResource(deps: ResourceDeps, request: ToolCallRequest): Promise<Result> {
  const { uri } = request.params;
  if (typeof uri !== "string") throw invalidParams(deps.sdk, "resources/read needs the uri of a resource.");
  const found = findReader(deps, uri, request.caller.identity);
  if (found === undefined) return await readForPage(deps, request, uri);
  try {
    return await read(deps, request, found);
  } catch (error) {
    // `ui://time/app.html` of a server may look like `app.html` of a source that is called `time`.
    if (!isNotFound(deps, error)) throw error;
    return await readForPage(deps, request, uri).catch(() => {
      throw error;
    });
  }
}

/** Reads a resource for the page of an MCP App. The URI, and those in the answer, are the ones of the app's server. */
async function readForPage(deps: ResourceDeps, request: ToolCallRequest, uri: string): Promise<Result> {
  const { caller, connection: session } = request;
  const [found, ...others] = findAppReaders(deps, uri, { identity: caller.identity, session });
  if (found === undefined) throw resourceNotFound(deps.sdk, uri);
  if (others.length > 0) throw resourceOfSeveral(deps.sdk, uri, [found, ...others]);
  return await read(deps, request, found, (content) => content);
}

type ShowContent = (content: Readonly<Record<string, unknown>>) => unknown;

/** `show` gives a content the URI that the client knows. */
async function read(
  deps: ResourceDeps,
  request: ToolCallRequest,
  found: FoundResource,
  show: ShowContent = (content) => rewriteField(content, "uri", found.spec, deps.resources.providers),
): Promise<Result> {
  const { spec } = found;
  const uri = request.params["uri"] as string;
  // A page of an MCP App is for the host, never for a model.
  const isPage = uri.startsWith("ui://");
  notePage(request.connection, uri, spec);
  return await answerOffer(deps, request, {
    ...found,
    telling: {
      result: (envelope, bound) => readResult(envelope, show, isPage ? { ...bound, room: Infinity } : bound),
      failure: (error) => toProtocolError(deps, error, spec),
    },
  });
}

function isNotFound({ sdk }: ResourceDeps, error: unknown): boolean {
  const code: number = sdk.ProtocolErrorCode.InvalidParams;
  return error instanceof sdk.ProtocolError && error.code === code;
}

function readResult({ data, meta }: ResponseEnvelope, show: ShowContent, bound: ResultBound): ToolResult {
  const whole = (Array.isArray(data) ? data : []).filter(isRecord).map(show).filter(isRecord);
  const { contents, _meta: part } = boundContents(whole, bound);
  const told = meta.source === "mcp" ? meta._meta : undefined;
  const _meta = told === undefined && part === undefined ? {} : { _meta: { ...told, ...part } };
  return { content: [], structuredContent: { contents, ..._meta } };
}
