/** The program of a worker thread: one sandbox at a time, each for one run. */
import type { MessagePort } from "node:worker_threads";
import { Sandbox } from "./sandbox.ts";
import type { SandboxStep } from "./sandbox.ts";
import type { FromWorker, StartedCall, ToWorker, WorkerStart } from "./worker-messages.ts";

const { parentPort, receiveMessageOnPort, workerData } = process.getBuiltinModule("node:worker_threads");
const port = parentPort as MessagePort;
const { wasm, bell } = workerData as WorkerStart;

/** Sandboxes that are kept ready behind the next one. */
const STOCK = 2;
/** Milliseconds without a program before the stock is filled: making a sandbox would delay a program that arrives. */
const QUIET = 50;
/**
 * Milliseconds that the thread sleeps for an answer. Later answers come by its event loop, which takes twice as long.
 */
const PATIENCE = 100;

const stock: Sandbox[] = [];
let sandbox: Sandbox | undefined;
let taken = 0;
let filling: NodeJS.Timeout | undefined;

const post = (message: FromWorker): void => port.postMessage(message);

/** Stops as soon as a program runs: its end fills the stock again. */
async function fillStock(): Promise<void> {
  try {
    while (stock.length < STOCK && taken === 0) {
      stock.push(await Sandbox.create(wasm, { log: (line) => post({ type: "log", line }) }));
      if (sandbox === undefined) return takeFresh();
    }
  } catch (error) {
    post({ type: "problem", message: error instanceof Error ? error.message : String(error) });
  }
}

function takeFresh(): void {
  sandbox = stock.shift();
  taken = 0;
  if (sandbox !== undefined) post({ type: "ready" });
  clearTimeout(filling);
  filling = setTimeout(() => void fillStock(), sandbox === undefined ? 0 : QUIET);
}

port.on("message", (message: ToWorker) => {
  // Answers that come after the end are dropped.
  if (sandbox === undefined || (taken === 0 && message.type !== "run")) return;
  clearTimeout(filling);
  for (let next: ToWorker | undefined = message; next !== undefined; next = nextAnswer()) {
    const { calls, ...step } = giveAll(sandbox, next);
    if (step.outcome === undefined) post({ type: "waits", taken, calls });
    else {
      post({ type: "ended", outcome: step.outcome, calls, isBroken: step.isBroken });
      sandbox = undefined;
      if (!step.isBroken) takeFresh();
      return;
    }
  }
});

/**
 * Passes this message, and all that have arrived meanwhile, to the program. The host is informed once for all of them.
 */
function giveAll(to: Sandbox, first: ToWorker): SandboxStep {
  const calls: StartedCall[] = [];
  for (let message: ToWorker | undefined = first; ;) {
    taken++;
    const step: SandboxStep = message.type === "run" ? to.run(message) : to.settle(message.count, message.answers);
    calls.push(...step.calls);
    message = step.outcome === undefined ? received() : undefined;
    if (message === undefined) return { ...step, calls };
  }
}

function nextAnswer(): ToWorker | undefined {
  // Read before the port is checked: a message in between rings the bell too.
  const rung = Atomics.load(bell, 0);
  const message = received();
  if (message !== undefined) return message;
  Atomics.wait(bell, 0, rung, PATIENCE);
  return received();
}

function received(): ToWorker | undefined {
  return receiveMessageOnPort(port)?.message as ToWorker | undefined;
}

await fillStock();
