import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Makes a new folder for one test. The test removes it. */
export function makeTempFolder(purpose: string): string {
  return mkdtempSync(join(tmpdir(), `operations-${purpose}-`));
}
