/** The ids that shells complete, as the last `list` saw them: connecting takes too long for a Tab key. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Options } from "../../arguments/parse-options.ts";
import { cacheFile } from "../../config/user-folders.ts";
import { writeUserFile } from "../../config/write-user-file.ts";
import type { ListedOperation } from "../backend.ts";
import { hubAddress } from "./hub-address.ts";

type Environment = Readonly<Record<string, string | undefined>>;
export type RememberedOperation = Pick<ListedOperation, "id" | "type">;

/** Never fails: without a writable folder only the completion of ids is lost. */
export async function rememberOperations(
  options: Options,
  env: Environment,
  operations: readonly ListedOperation[],
): Promise<void> {
  const text = JSON.stringify(operations.map(({ id, type }) => ({ id, type })));
  await writeUserFile(fileFor(options, env), text).catch(() => undefined);
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
  const origin = hubAddress(options, env)?.href ?? resolve(options.text("config") ?? ".");
  return cacheFile(`${createHash("sha256").update(origin).digest("hex").slice(0, 16)}.json`, env);
}
