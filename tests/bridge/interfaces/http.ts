import { CallError, decodeData, encodeData, parseSSEFrames } from "../../../src/entries/index.ts";
import { keyOf } from "../callers.ts";
import { failed, succeeded } from "../outcome.ts";
import type { CallOptions, Interface, Outcome } from "../outcome.ts";
import type { Stage } from "../stage.ts";
import { outcomeOf } from "./in-process.ts";

export function http({ urls }: Stage): Interface {
  const send = async (id: string, input: unknown, options: CallOptions): Promise<Response> => {
    const { caller = "ada", signal, timeoutMs } = options;
    const key = keyOf(caller);
    const path = id.replace(".", "/");
    try {
      return await fetch(`${urls.http}/${path}`, {
        method: "POST",
        body: JSON.stringify(encodeData(input)),
        signal: signal ?? null,
        headers: {
          "content-type": "application/json",
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
          ...(timeoutMs === undefined ? {} : { "operation-timeout-ms": String(timeoutMs) }),
        },
      });
    } catch (thrown) {
      // The error of `fetch` itself for an aborted request.
      if (signal?.aborted === true) throw new CallError("ABORTED", "The request was given up.");
      throw thrown;
    }
  };
  return {
    call: (id, input, options) =>
      outcomeOf(async () => {
        const response = await send(id, input, options);
        const text = await response.text();
        if (!response.ok) return fromProblem(text);
        const data = response.status === 204 ? undefined : decodeData(JSON.parse(text));
        return succeeded(data, response.headers.get("operation-is-error") === "true");
      }),
    collect: (id, input, options) =>
      outcomeOf(async () => {
        const response = await send(id, input, options);
        return response.ok ? await readStream(response, options.signal) : fromProblem(await response.text());
      }),
    close: () => Promise.resolve(),
  };
}

async function readStream(response: Response, signal: AbortSignal | undefined): Promise<Outcome> {
  let text = "";
  try {
    text = await response.text();
  } catch (thrown) {
    if (signal?.aborted === true) throw new CallError("ABORTED", "The request was given up.");
    throw thrown;
  }
  const { events } = parseSSEFrames(text);
  const last = events.at(-1);
  if (last?.eventType === "error") return fromProblem(last.data);
  if (last?.eventType !== "complete") return failed("CONNECTION_LOST");
  return { data: events.slice(0, -1).map(({ data }) => decodeData(JSON.parse(data))) };
}

function fromProblem(text: string): Outcome {
  const { code, details } = JSON.parse(text) as { code: string; details?: unknown };
  return failed(code, details);
}
