/** What a server asks in the middle of a call: of a person, of a model, or for roots. */
import type { Client } from "@modelcontextprotocol/client";
import { REASON_KEY } from "../../../shared/mcp-meta.ts";
import { answerElicitation, takesQuestions } from "../config/elicitation.ts";
import type { MCPClientConfig, MCPLogEntry } from "../config/mcp-client-config.ts";
import type { CallerTracker, RunningCall } from "./caller-tracker.ts";
import type { ClientModule } from "./load-sdk.ts";

export interface ServerRequestDeps {
  readonly name: string;
  readonly config: MCPClientConfig;
  readonly sdk: ClientModule;
  readonly log: (kind: MCPLogEntry["kind"], text: string) => void;
  readonly calls: CallerTracker;
}

/** MCP's own code for a prompt that the person did not want. */
const REJECTED = -1;

/** Answers what the server asks, with the help of the caller whose call makes it ask. */
export function answerServerRequests(client: Client, { name, config, sdk, log, calls }: ServerRequestDeps): void {
  const declined = (what: string, reason: string): string => {
    log("warning", `${what} of the server is declined. ${reason}`);
    return reason;
  };
  if (takesQuestions(config)) {
    client.setRequestHandler("elicitation/create", async ({ params }, { mcpReq }) => {
      const { call, reason } = calls.find(params["_meta"] ?? mcpReq._meta);
      const context = { server: name, call: call?.context, signal: mcpReq.signal };
      const answer = await answerElicitation(params, context, config);
      if (answer !== undefined)
        return { action: answer.action, ...(answer.content === undefined ? {} : { content: { ...answer.content } }) };
      const why = declined("A question", reason ?? "The caller takes no questions.");
      return { action: "decline", _meta: { [REASON_KEY]: why } };
    });
  }
  /** The caller's function for it. Throws where there is none. */
  const askedOf = <T>(what: string, meta: unknown, find: (call: RunningCall) => T | undefined): T => {
    const { call, reason } = calls.find(meta);
    const ask = call === undefined ? undefined : find(call);
    if (ask === undefined)
      throw new sdk.ProtocolError(REJECTED, declined(what, reason ?? "The caller does not answer such requests."));
    return ask;
  };
  if (config.sampling === true) {
    client.setRequestHandler("sampling/createMessage", async ({ params }, { mcpReq }) => {
      const { _meta, ...request } = params;
      const sample = askedOf("A prompt", _meta ?? mcpReq._meta, ({ context }) => context.onSampling);
      return (await sample(request, { signal: mcpReq.signal })) as never;
    });
  }
  if (config.roots === true) {
    client.setRequestHandler("roots/list", async ({ params }, { mcpReq }) => {
      const list = askedOf("A request for roots", params?._meta ?? mcpReq._meta, ({ context }) => context.onRoots);
      return { roots: Array.from(await list({ signal: mcpReq.signal }), (root) => ({ ...root })) };
    });
  }
}
