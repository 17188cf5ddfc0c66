/** What a server asks for during a call: a person's answer, a model's answer, or roots. */
import type { Client } from "@modelcontextprotocol/client";
import type { CallerRequestOptions, SamplingRequest } from "../../../operation/caller-request.ts";
import { REASON_KEY } from "../../../shared/mcp-meta.ts";
import { answerElicitation } from "../config/elicitation.ts";
import type { MCPClientConfig, MCPLogEntry } from "../config/mcp-client-config.ts";
import type { CallerTracker, FoundCall, TrackedCall } from "./caller-tracker.ts";
import { sessionCapabilities } from "./client-capabilities.ts";
import type { ClientModule } from "./load-sdk.ts";

export interface ServerRequestDeps {
  readonly name: string;
  readonly config: MCPClientConfig;
  readonly sdk: ClientModule;
  readonly log: (kind: MCPLogEntry["kind"], text: string) => void;
  readonly calls: CallerTracker;
}

/** MCP's own code for a prompt that the person rejected. */
const REJECTED = -1;

type Params = Readonly<Record<string, unknown>>;

/** The circumstances of a request of a server. */
interface ServerRequest {
  readonly signal: AbortSignal;
  /** The call that makes the server ask. Undefined if only the request itself can tell. */
  readonly call?: TrackedCall | undefined;
  /** What the server calls its question. */
  readonly name?: string | undefined;
}

/** Answers one request of a server. */
type Answer = (params: Params, request: ServerRequest) => Promise<Record<string, unknown>>;

/** What a server may ask, by method. Each request goes to the caller whose call makes the server ask. */
export type ServerAnswers = Partial<Record<"elicitation/create" | "sampling/createMessage" | "roots/list", Answer>>;

export function serverAnswers({ name, config, sdk, log, calls }: ServerRequestDeps): ServerAnswers {
  const declined = (what: string, reason: string): string => {
    log("warning", `${what} of the server is declined. ${reason}`);
    return reason;
  };
  const find = ({ _meta }: Params, { call }: ServerRequest): FoundCall =>
    call === undefined ? calls.find(_meta) : { call };
  const elicit: Answer = async (params, request) => {
    const { call, reason } = find(params, request);
    const context = { server: name, call: call?.context, ...optionsOf(request) };
    // The time of a person is not the server's.
    const release = call?.holdTimeout?.();
    const answer = await answerElicitation(params, context, config).finally(() => release?.());
    if (answer !== undefined)
      return { action: answer.action, ...(answer.content === undefined ? {} : { content: { ...answer.content } }) };
    const why = declined("A question", reason ?? "The caller accepts no questions.");
    return { action: "decline", _meta: { [REASON_KEY]: why } };
  };
  /** The caller's function for such a request. Throws if there is none. */
  const askedOf = <T>(what: string, { call, reason }: FoundCall, pick: (call: TrackedCall) => T | undefined): T => {
    const ask = call === undefined ? undefined : pick(call);
    if (ask === undefined)
      throw new sdk.ProtocolError(REJECTED, declined(what, reason ?? "The caller does not answer such requests."));
    return ask;
  };
  const sample: Answer = async (params, request) => {
    const { _meta, ...prompt } = params;
    const ask = askedOf("A prompt", find(params, request), ({ context }) => context.onSampling);
    return { ...(await ask(prompt as unknown as SamplingRequest, optionsOf(request))) };
  };
  const listRoots: Answer = async (params, request) => {
    const list = askedOf("A request for roots", find(params, request), ({ context }) => context.onRoots);
    return { roots: await list(optionsOf(request)) };
  };
  return {
    ...(config.elicitation !== false && { "elicitation/create": elicit }),
    ...(config.sampling !== false && { "sampling/createMessage": sample }),
    ...(config.roots !== false && { "roots/list": listRoots }),
  };
}

/** Lets a client answer the requests of its server, up to 2025-11-25. */
export function answerServerRequests(client: Client, deps: ServerRequestDeps): void {
  const { elicitation, sampling, roots } = sessionCapabilities(deps.config);
  const declared = { "elicitation/create": elicitation, "sampling/createMessage": sampling, "roots/list": roots };
  for (const [method, answer] of Object.entries(serverAnswers(deps))) {
    if (declared[method as keyof ServerAnswers] === undefined) continue;
    client.setRequestHandler(method as keyof ServerAnswers, async ({ params }, { mcpReq }) => {
      const { _meta, signal } = mcpReq;
      return (await answer({ _meta, ...params }, { signal })) as never;
    });
  }
}

function optionsOf({ signal, name }: ServerRequest): CallerRequestOptions {
  return name === undefined ? { signal } : { signal, name };
}
