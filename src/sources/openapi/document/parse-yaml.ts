import { readYAMLTokens } from "../../../shared/yaml-tokens.ts";
import { applyMergeKeys } from "./merge-keys.ts";
import { parseYAMLText } from "./parse-yaml-text.ts";
import { startYAMLWorker } from "./yaml-worker.ts";
import type { YAMLWorker } from "./yaml-worker.ts";

/** So much is parsed in about the time that a thread takes to start. */
const MAX_LENGTH_HERE = 128 * 1024;

/** Parses YAML, a large text in a thread of its own, for nothing else runs here meanwhile. */
export async function parseYAML(text: string, signal?: AbortSignal): Promise<unknown> {
  const worker = text.length > MAX_LENGTH_HERE ? startYAMLWorker(text) : undefined;
  const document = worker === undefined ? await parseHere(text) : await parseThere(worker, text, signal);
  // Not by the parser, which sets no limit to what they copy.
  if (text.includes("<<")) applyMergeKeys(document);
  return document;
}

/** The parser is loaded only when it is needed. */
async function parseHere(text: string): Promise<unknown> {
  return parseYAMLText(await import("yaml"), text, readYAMLTokens);
}

async function parseThere(worker: YAMLWorker, text: string, signal: AbortSignal | undefined): Promise<unknown> {
  const outcome = await outcomeOf(worker, signal);
  signal?.throwIfAborted();
  if (outcome === undefined) return parseHere(text);
  if ("problem" in outcome) throw new SyntaxError(outcome.problem);
  return outcome.document;
}

type Outcome = { readonly document: unknown } | { readonly problem: string };

/** `undefined` when the worker could not do its work. */
async function outcomeOf(worker: YAMLWorker, signal: AbortSignal | undefined): Promise<Outcome | undefined> {
  const giveUp = (): void => void worker.terminate();
  signal?.addEventListener("abort", giveUp);
  try {
    return await new Promise<Outcome | undefined>((resolve) => {
      worker.once("message", (message) => resolve(message as Outcome));
      // What does not fit into the memory of a worker must not be tried where it would end the process.
      worker.once("error", ({ code, message }) =>
        resolve(code === "ERR_WORKER_OUT_OF_MEMORY" ? { problem: message } : undefined),
      );
      worker.once("exit", () => resolve(undefined));
    });
  } finally {
    signal?.removeEventListener("abort", giveUp);
    await worker.terminate();
  }
}
