/** What a server asks for during a call: a person's answer, a model's answer, or roots. */
import type { Client } from "@modelcontextprotocol/client";
import type { SamplingRequest } from "../../../operation/caller-request.ts";
import { REASON_KEY } from "../../../shared/mcp-meta.ts";
import { answerElicitation, takesQuestions } from "../config/elicitation.ts";
import type { MCPClientConfig, MCPLogEntry } from "../config/mcp-client-config.ts";
import type { CallerTracker, TrackedCall } from "./caller-tracker.ts";
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

/** Answers one request of a server. */
type Answer = (params: Params, signal: AbortSignal) => Promise<Record<string, unknown>>;

/** What a server may ask, by method. Each request goes to the caller whose call makes the server ask. */
export type ServerAnswers = Partial<Record<"elicitation/create" | "sampling/createMessage" | "roots/list", Answer>>;

export function serverAnswers({ name, config, sdk, log, calls }: ServerRequestDeps): ServerAnswers {
  const declined = (what: string, reason: string): string => {
    log("warning", `${what} of the server is declined. ${reason}`);
    return reason;
  };
  const elicit: Answer = async (params, signal) => {
    const { call, reason } = calls.find(params["_meta"]);
    const context = { server: name, call: call?.context, signal };
    // The time of a person is not the server's.
    const release = call?.holdTimeout?.();
    const answer = await answerElicitation(params, context, config).finally(() => release?.());
    if (answer !== undefined)
      return { action: answer.action, ...(answer.content === undefined ? {} : { content: { ...answer.content } }) };
    const why = declined("A question", reason ?? "The caller accepts no questions.");
    return { action: "decline", _meta: { [REASON_KEY]: why } };
  };
  /** The caller's function for such a request. Throws if there is none. */
  const askedOf = <T>(what: string, meta: unknown, find: (call: TrackedCall) => T | undefined): T => {
    const { call, reason } = calls.find(meta);
    const ask = call === undefined ? undefined : find(call);
    if (ask === undefined)
      throw new sdk.ProtocolError(REJECTED, declined(what, reason ?? "The caller does not answer such requests."));
    return ask;
  };
  const sample: Answer = async ({ _meta, ...request }, signal) => {
    const ask = askedOf("A prompt", _meta, ({ context }) => context.onSampling);
    return { ...(await ask(request as unknown as SamplingRequest, { signal })) };
  };
  const listRoots: Answer = async ({ _meta }, signal) => {
    const list = askedOf("A request for roots", _meta, ({ context }) => context.onRoots);
    return { roots: await list({ signal }) };
  };
  return {
    ...(takesQuestions(config) && { "elicitation/create": elicit }),
    ...(config.sampling === true && { "sampling/createMessage": sample }),
    ...(config.roots === true && { "roots/list": listRoots }),
  };
}

/** Lets a client answer the requests of its server. */
export function answerServerRequests(client: Client, deps: ServerRequestDeps): void {
  for (const [method, answer] of Object.entries(serverAnswers(deps)))
    client.setRequestHandler(
      method as keyof ServerAnswers,
      async ({ params }, { mcpReq }) => (await answer({ _meta: mcpReq._meta, ...params }, mcpReq.signal)) as never,
    );
}
