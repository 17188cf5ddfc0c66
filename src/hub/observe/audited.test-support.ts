import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import type { tempFolders } from "../temp-folder.test-support.ts";
import { AuditLog } from "./audit.ts";
import type { AuditOptions } from "./audit.ts";
import { operation } from "./fixtures.test-support.ts";
import type { LineHandle } from "./line-file.ts";
import { observeCalls } from "./observe-calls.ts";

/** A registry whose calls are audited, and the lines of its file. */
export async function auditedIn(folderWith: ReturnType<typeof tempFolders>, options: Partial<AuditOptions> = {}) {
  const file = join(await folderWith(), "audit.jsonl");
  const audit = await AuditLog.open({ file, ...options });
  const registry = new OperationRegistry({ onWarning: () => undefined }).registerAll([
    operation("ok", () => 1, "MUTATION"),
    { ...operation("old", () => 1), deprecated: true },
    operation("never", (input) => {
      setTimeout(() => (input as AbortController).abort());
      return new Promise(() => undefined);
    }),
  ]);
  registry.use(observeCalls([audit.observe]));
  const lines = async () =>
    (await readFile(file, "utf8"))
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { audit, registry, lines, file };
}

/** A disk with as many free bytes as a test says. A write that finds less room is partial, then fails. */
export class SmallDisk {
  room = Infinity;
  writes = 0;
  isWriting = false;

  readonly open = async (file: string): Promise<LineHandle> => {
    const handle = await open(file, "a");
    const write = async (bytes: Uint8Array, offset: number) => {
      this.writes++;
      const length = Math.min(bytes.length - offset, this.room);
      if (length === 0) throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
      this.room -= length;
      this.isWriting = true;
      return await handle.write(bytes, offset, length).finally(() => (this.isWriting = false));
    };
    return {
      write: write as LineHandle["write"],
      stat: (() => handle.stat()) as LineHandle["stat"],
      truncate: (length) => handle.truncate(length),
      close: () => handle.close(),
    };
  };
}
