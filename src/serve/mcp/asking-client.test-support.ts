/** Operations that ask their caller, and clients that answer. */
import { Client, InMemoryTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { ClientCapabilities } from "@modelcontextprotocol/client";
import { Type } from "typebox";
import { CallError } from "../../errors/call-error.ts";
import { defineOperation } from "../../operation/define-operation.ts";
import type { AnyOperation } from "../../operation/define-operation.ts";
import type { ElicitationRequest } from "../../operation/caller-request.ts";
import type { OperationContext } from "../../operation/operation-context.ts";
import { OperationType } from "../../operation/operation-type.ts";
import { openAccess } from "./fixtures.test-support.ts";
import type { Era } from "./fixtures.test-support.ts";
import type { MCPService } from "./options/mcp-service.ts";

export const nameQuestion: ElicitationRequest = {
  mode: "form",
  message: "Who are you?",
  requestedSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
};

export function asking(name: string, handler: (context: OperationContext) => unknown): AnyOperation {
  return defineOperation({
    namespace: "test",
    name,
    version: "1.0.0",
    type: OperationType.MUTATION,
    description: "Asks",
    accessControl: openAccess,
    inputSchema: Type.Object({}),
    outputSchema: Type.Unknown(),
    handler: (_input, context) => handler(context),
  });
}

/** Asks one question, and returns the answer. */
export function askingFor(name: string, question: ElicitationRequest): AnyOperation {
  return asking(name, (context) => ask(context, question));
}

export async function ask({ onElicitation, signal }: OperationContext, question: ElicitationRequest): Promise<object> {
  if (onElicitation === undefined) throw new CallError("UNHEARD", "This client accepts no questions.");
  return { ...(await onElicitation(question, { signal })) };
}

export type Answerer = (
  params: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
) => { action: string; content?: object } | Promise<{ action: string; content?: object }>;

export interface AskedClientOptions {
  readonly era: Era;
  readonly answer?: Answerer | undefined;
  readonly elicitation?: ClientCapabilities["elicitation"];
  readonly token?: string | undefined;
}

/** A client that accepts questions, if it has a way to answer them. */
export function askedClient({ era, answer, elicitation = { form: {}, url: {} } }: AskedClientOptions): Client {
  const client = new Client(
    { name: "asked", version: "1.0.0" },
    {
      capabilities: answer === undefined ? {} : { elicitation },
      versionNegotiation: { mode: era === "modern" ? { pin: "2026-07-28" } : "legacy" },
    },
  );
  if (answer !== undefined) {
    client.setRequestHandler(
      "elicitation/create",
      async ({ params }, { mcpReq }) => (await answer({ ...params }, mcpReq.signal)) as never,
    );
  }
  return client;
}

/** The two ways in which clients reach a service, without a process or a socket. */
export const WAYS = {
  "a connection": async (service: MCPService, options: AskedClientOptions): Promise<Client> => {
    const [near, far] = InMemoryTransport.createLinkedPair();
    await service.connect({ transport: far });
    const client = askedClient(options);
    await client.connect(near);
    return client;
  },
  HTTP: async (service: MCPService, options: AskedClientOptions): Promise<Client> => {
    const { token } = options;
    const client = askedClient(options);
    await client.connect(
      new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), {
        fetch: (url, init) => service.fetch(new Request(url, init)),
        ...(token === undefined ? {} : { requestInit: { headers: { authorization: `Bearer ${token}` } } }),
      }),
    );
    return client;
  },
} as const;
