import { installCommand } from "../../shared/install-command.ts";
import type { Worker } from "node:worker_threads";
import type { WorkerStart } from "./worker-messages.ts";

const PACKAGES = ["quickjs-emscripten-core", "@jitl/quickjs-wasmfile-release-sync"];

/** Megabytes of a thread, apart from the engine's own memory: for the texts that go in and out. */
const RESOURCES = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16, stackSizeMb: 8 };

/** Reads and compiles the engine, for all workers. Says what to install if it is missing. */
export async function loadEngine(): Promise<WebAssembly.Module> {
  const { createRequire } = process.getBuiltinModule("node:module");
  const { readFile } = process.getBuiltinModule("node:fs/promises");
  const require = createRequire(import.meta.url);
  let file: string;
  try {
    for (const name of PACKAGES) require.resolve(name);
    file = require.resolve("@jitl/quickjs-wasmfile-release-sync/wasm");
  } catch (cause) {
    throw new Error(`Code mode needs two more packages: ${installCommand(...PACKAGES)}`, { cause });
  }
  return await WebAssembly.compile(await readFile(file));
}

/**
 * Starts a thread. The built worker is a file next to the entries; in the source it is TypeScript, which `jiti` reads.
 */
export function startWorker(start: WorkerStart): Worker {
  const { Worker } = process.getBuiltinModule("node:worker_threads");
  // The thread gets no environment and no options of this process (loaders, inspector), and its output is dropped.
  const options = { env: {}, execArgv: [], resourceLimits: RESOURCES, stdin: false, stdout: true, stderr: true };
  if (!import.meta.url.endsWith(".ts")) {
    const { existsSync } = process.getBuiltinModule("node:fs");
    const here = ["./code-worker.js", "../code-worker.js"].map((path) => new URL(path, import.meta.url));
    const file = here.find((each) => existsSync(each));
    if (file === undefined)
      throw new Error(
        "code-worker.js is not beside the other files of @alkdev/operations: leave that package out of bundles.",
      );
    return new Worker(file, { ...options, workerData: start });
  }
  const { createRequire } = process.getBuiltinModule("node:module");
  const { fileURLToPath } = process.getBuiltinModule("node:url");
  const jiti = createRequire(import.meta.url).resolve("jiti");
  const file = fileURLToPath(new URL("./sandbox-worker.ts", import.meta.url));
  const code = `require(${JSON.stringify(jiti)}).createJiti(${JSON.stringify(file)}).import(${JSON.stringify(file)})`;
  return new Worker(code, { ...options, eval: true, workerData: start });
}
