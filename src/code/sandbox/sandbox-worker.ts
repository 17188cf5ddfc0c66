/** The program of a worker thread: one sandbox at a time, each for one run. */
import type { MessagePort } from "node:worker_threads";
import { Sandbox } from "./sandbox.ts";
import type { SandboxStep } from "./sandbox.ts";
import type { FromWorker, ToWorker, WorkerStart } from "./worker-messages.ts";

const { parentPort, workerData } = process.getBuiltinModule("node:worker_threads");
const port = parentPort as MessagePort;
const { wasm } = workerData as WorkerStart;

/** Sandboxes that wait for a program. A second one, so that the next run need not wait until one is made. */
const STOCK = 2;
const stock: Sandbox[] = [];
let sandbox: Sandbox | undefined;
let taken = 0;

const post = (message: FromWorker): void => port.postMessage(message);

async function fillStock(): Promise<void> {
  try {
    while (stock.length < STOCK) {
      stock.push(await Sandbox.create(wasm, { log: (line) => post({ type: "log", line }) }));
      if (sandbox === undefined) takeFresh();
    }
  } catch (error) {
    post({ type: "problem", message: error instanceof Error ? error.message : String(error) });
  }
}

function takeFresh(): void {
  sandbox = stock.shift();
  taken = 0;
  if (sandbox !== undefined) post({ type: "ready" });
}

port.on("message", (message: ToWorker) => {
  // Answers that come after the end have no one to go to.
  if (sandbox === undefined || (taken === 0 && message.type !== "run")) return;
  taken++;
  const step: SandboxStep = message.type === "run" ? sandbox.run(message) : sandbox.settle(message);
  const { outcome, calls } = step;
  if (outcome === undefined) return post({ type: "waits", taken, calls });
  post({ type: "ended", outcome, calls, isBroken: step.isBroken });
  sandbox = undefined;
  if (step.isBroken) return;
  takeFresh();
  // Not before the next message, which may be a program.
  setImmediate(() => void fillStock());
});

await fillStock();
