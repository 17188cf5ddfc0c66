import { CallError, messageOf } from "../errors/call-error.ts";
import { isRecord } from "../shared/json/is-record.ts";
import { MOST_VALUES } from "../shared/json/json-limits.ts";
import { readJSON } from "../shared/json/read-json.ts";
import { readBeginning } from "../shared/read-beginning.ts";
import { shorten } from "../shared/short-text.ts";
import type { Embedder } from "./embedder.ts";

/** The options of `httpEmbedder`. */
export interface HTTPEmbedderOptions {
  /** The address of the API: `https://api.openai.com/v1`. */
  readonly url: string;
  /** The model: `text-embedding-3-small`. */
  readonly model: string;
  readonly key?: string | undefined;
  /** Milliseconds to wait for an answer. Default: 30,000. */
  readonly timeout?: number | undefined;
}

const TIMEOUT = 30_000;
/** Bytes of an answer: room for 16 vectors of 4,096 numbers, ten times over. */
const LARGEST_ANSWER = 16 * 1024 * 1024;

/** Embeds texts with a service that offers OpenAI's API, such as OpenAI, Ollama or vLLM. */
export function httpEmbedder({ url, model, key, timeout = TIMEOUT }: HTTPEmbedderOptions): Embedder {
  const endpoint = `${url.replace(/\/+$/, "")}/embeddings`;
  const fail = (why: string, cause?: unknown): CallError =>
    new CallError("EXECUTION_ERROR", `The embedder ${model} at ${new URL(endpoint).origin} ${why}`, undefined, {
      cause,
    });
  return {
    model: `${model} at ${endpoint}`,
    async embed(texts) {
      const { status, bytes } = await post(endpoint, { model, input: texts }, { key, timeout }).catch(
        (cause: unknown) => {
          throw fail(`did not answer: ${messageOf(cause)}`, cause);
        },
      );
      if (status !== 200)
        throw fail(`answered ${status}: ${shorten(new TextDecoder().decode(bytes.subarray(0, 4000)), 300)}`);
      const vectors = await readVectors(bytes);
      if (vectors === undefined) throw fail('did not answer with { "data": [{ "embedding": […] }] }.');
      return vectors;
    },
  };
}

interface Sending {
  readonly key: string | undefined;
  readonly timeout: number;
}

async function post(
  url: string,
  body: object,
  { key, timeout }: Sending,
): Promise<{ status: number; bytes: Uint8Array }> {
  const response = await fetch(url, {
    method: "POST",
    // The key is for this address only.
    redirect: "error",
    headers: { "content-type": "application/json", ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeout),
  });
  const { bytes, isComplete } = await readBeginning(response.body, LARGEST_ANSWER);
  if (!isComplete) throw new CallError("PAYLOAD_TOO_LARGE", `the answer has more than ${LARGEST_ANSWER} bytes.`);
  return { status: response.status, bytes };
}

/** The vectors in the order of the texts, which the answer need not keep. */
async function readVectors(bytes: Uint8Array): Promise<number[][] | undefined> {
  let answer: unknown;
  try {
    answer = await readJSON(bytes, { most: MOST_VALUES, parse: JSON.parse });
  } catch {
    return undefined;
  }
  if (!isRecord(answer) || !Array.isArray(answer["data"])) return undefined;
  const vectors: number[][] = [];
  for (const [at, item] of (answer["data"] as unknown[]).entries()) {
    if (!isRecord(item) || !Array.isArray(item["embedding"])) return undefined;
    vectors[typeof item["index"] === "number" ? item["index"] : at] = item["embedding"] as number[];
  }
  return vectors;
}
