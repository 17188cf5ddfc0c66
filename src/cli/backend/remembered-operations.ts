/** The ids that shells complete, as the last `list` saw them: to connect takes too long for a Tab key. */
import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import type { Options } from "../arguments/parse-options.ts";
import type { ListedOperation } from "./backend.ts";
import { hubAddress } from "./hub-address.ts";

type Environment = Readonly<Record<string, string | undefined>>;
export type RememberedOperation = Pick<ListedOperation, "id" | "type">;

/** Never fails: without a writable folder only the completion of ids is lost. */
export async function rememberOperations(
  options: Options,
  env: Environment,
  operations: readonly ListedOperation[],
): Promise<void> {
  try {
    const file = fileFor(options, env);
    // Without Node's `recursive`, which never ends where no folder can be made, as in `/proc`.
    for (const folder of [dirname(dirname(file)), dirname(file)]) {
      await mkdir(folder, { mode: 0o700 }).catch(() => undefined);
    }
    const draft = `${file}.${process.pid}`;
    await writeFile(draft, JSON.stringify(operations.map(({ id, type }) => ({ id, type }))), { mode: 0o600 });
    await rename(draft, file);
  } catch {
    // Only a convenience is lost.
  }
}

export async function rememberedOperations(options: Options, env: Environment): Promise<RememberedOperation[]> {
  try {
    const operations: unknown = JSON.parse(await readFile(fileFor(options, env), "utf8"));
    return Array.isArray(operations) ? (operations as RememberedOperation[]) : [];
  } catch {
    return [];
  }
}

/** One file for each hub, config or folder. */
function fileFor(options: Options, env: Environment): string {
  const cache = env["XDG_CACHE_HOME"];
  const base = cache !== undefined && isAbsolute(cache) ? cache : join(homedir(), ".cache");
  const origin = hubAddress(options, env)?.href ?? resolve(options.text("config") ?? ".");
  return join(base, "operations", `${createHash("sha256").update(origin).digest("hex").slice(0, 16)}.json`);
}
