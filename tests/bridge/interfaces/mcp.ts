/** The official client. Like a model, it gets an error as text. */
import {
  Client,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { decodeData, encodeData } from "../../../src/entries/index.ts";
import { keyOf } from "../callers.ts";
import { failed, succeeded } from "../outcome.ts";
import type { Caller, CallOptions, Interface, Outcome } from "../outcome.ts";
import type { Stage } from "../stage.ts";

interface ToolAnswer {
  readonly content?: readonly unknown[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
}

export function mcp({ urls }: Stage): Interface {
  const clients = new Map<Caller, Promise<Client>>();
  const ask = async (id: string, input: unknown, options: CallOptions): Promise<ToolAnswer | Outcome> => {
    const { caller = "ada", signal, timeoutMs } = options;
    if (!clients.has(caller)) clients.set(caller, connect(urls.mcp, caller));
    const client = (await clients.get(caller)) as Client;
    try {
      return (await client.callTool(
        { name: id.replace(".", "_"), arguments: encodeData(input) as Record<string, unknown> },
        { ...(signal === undefined ? {} : { signal }), timeout: timeoutMs ?? 60_000 },
      )) as ToolAnswer;
    } catch (thrown) {
      return outcomeOfError(thrown, signal);
    }
  };
  const call: Interface["call"] = async (id, input, options) => {
    const answer = await ask(id, input, options);
    return "error" in answer ? answer : outcomeOfAnswer(answer);
  };
  return {
    call,
    async collect(id, input, options) {
      const outcome = await call(id, input, options);
      return "data" in outcome && outcome.isError === undefined
        ? { data: (outcome.data as { items: unknown[] }).items }
        : outcome;
    },
    async close() {
      for (const client of clients.values()) await (await client).close();
    },
  };
}

async function connect(url: string, caller: Caller): Promise<Client> {
  const key = keyOf(caller);
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const client = new Client({ name: "bridge", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return client;
}

/** Our errors are results with one text: the code, a colon, and the message. */
const ERROR_TEXT = /^([A-Z][A-Z_]+): ([^]*)$/;

function outcomeOfAnswer({ content = [], structuredContent, isError }: ToolAnswer): Outcome {
  const { text } = (content[0] ?? {}) as { text?: string };
  const [, code, message = ""] = isError === true ? (ERROR_TEXT.exec(text ?? "") ?? []) : [];
  if (code !== undefined) return fromText(code, message);
  const data = structuredContent === undefined ? content : decodeData(structuredContent);
  return succeeded(Array.isArray(data) && data.length === 0 ? undefined : data, isError);
}

function fromText(code: string, message: string): Outcome {
  if (code === "VALIDATION_ERROR") {
    return { error: { code, paths: Array.from(message.matchAll(/\binput(\/\S*):/g), ([, path]) => path ?? "") } };
  }
  const details = /^Details: (.*)$/m.exec(message)?.[1];
  return failed(code, details === undefined ? undefined : JSON.parse(details));
}

function outcomeOfError(thrown: unknown, signal: AbortSignal | undefined): Outcome {
  if (signal?.aborted === true) return failed("ABORTED");
  if (thrown instanceof SdkError && thrown.code === SdkErrorCode.RequestTimeout) return failed("TIMEOUT");
  if (thrown instanceof ProtocolError) return failed(String(thrown.code));
  throw thrown;
}
