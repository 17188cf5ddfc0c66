import { CallError } from "../errors/call-error.ts";

/** Loads a package that only some users need. `missing` says what to install. */
export async function loadPackage<T>(load: () => Promise<T>, missing: string): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new CallError("EXECUTION_ERROR", missing, undefined, { cause });
  }
}
