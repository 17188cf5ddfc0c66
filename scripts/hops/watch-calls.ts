/**
 * Counts which functions of `src/` run, with V8's precise coverage. V8 counts the scripts that it runs. tsx compiles
 * each source file to one script with the same address, and adds a helper to it.
 */
import { Session } from "node:inspector/promises";
import { setTimeout as sleep } from "node:timers/promises";

export interface CalledFunction {
  /** The file's path below `src/`. */
  readonly file: string;
  /** Empty for a function without a name. */
  readonly name: string;
  readonly calls: number;
  /** Its position in the script. Two functions of a file may share a name. */
  readonly scriptId: string;
  readonly offset: number;
}

export interface CallWatch {
  /** Runs the work, and returns the functions of `src/` that ran during it and shortly afterwards. */
  during(work: () => Promise<unknown>): Promise<CalledFunction[]>;
  end(): void;
}

const source = new URL("../../src/", import.meta.url).href;

/**
 * The caller gets its answer before the server has cleaned up. The pause before a call lets earlier ones finish too.
 */
const settleMs = 50;

/** tsx puts this function into every file: esbuild uses it to keep the names of functions. */
const compilerHelper = "__name";

export async function watchCalls(): Promise<CallWatch> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  return {
    async during(work) {
      await sleep(settleMs);
      await session.post("Profiler.takePreciseCoverage"); // taking the counts sets them to zero
      await work();
      await sleep(settleMs);
      const { result } = await session.post("Profiler.takePreciseCoverage");
      return result.filter(({ url }) => url.startsWith(source)).flatMap(functionsOf);
    },
    end: () => session.disconnect(),
  };
}

interface ScriptCoverage {
  readonly scriptId: string;
  readonly url: string;
  readonly functions: ReadonlyArray<{
    readonly functionName: string;
    readonly ranges: ReadonlyArray<{ readonly startOffset: number; readonly count: number }>;
  }>;
}

function functionsOf({ scriptId, url, functions }: ScriptCoverage): CalledFunction[] {
  return functions.flatMap(({ functionName: name, ranges: [range] }) => {
    // To V8, a module's own code is a function that starts with the script.
    const isOurs = range !== undefined && range.startOffset > 0 && name !== compilerHelper;
    if (!isOurs || range.count === 0) return [];
    return [{ file: url.slice(source.length), name, calls: range.count, scriptId, offset: range.startOffset }];
  });
}
