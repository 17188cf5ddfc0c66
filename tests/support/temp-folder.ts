import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A new folder for one test. Who makes it removes it. */
export function makeTempFolder(purpose: string): string {
  return mkdtempSync(join(tmpdir(), `operations-${purpose}-`));
}
