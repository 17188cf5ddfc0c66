/**
 * Cross-checks our handling of patterns from outside with an independent analyser, `recheck`. The native engine runs a
 * pattern, or our own code matches it in linear time, or it is left out. The first is wrong for a dangerous pattern,
 * the last for a harmless one.
 */
import { createRequire } from "node:module";
import { beforeAll, describe, expect, it } from "vitest";

import { ensureSubPackage } from "../../scripts/sub-package.ts";
import { compilePattern } from "../../src/schema/types/compile-pattern.ts";
import { isLeftToNative, safePattern } from "../../src/schema/patterns/safe-pattern.ts";
import { isLeftOut } from "../support/left-out.ts";
import { patternsIn } from "./real-documents.ts";
import type { RealDocument } from "./real-documents.ts";

type Analyse = (
  source: string,
  flags: string,
  parameters: { timeout: number },
) => Promise<{ readonly status: "safe" | "vulnerable" | "unknown" }>;

const PATIENCE = 20_000;

/** Declares the tests. */
export function describePatterns(documents: readonly RealDocument[]): void {
  const found = new Set<string>();
  for (const { document } of documents) patternsIn(document, found);
  const patterns = [...found];
  const native = patterns.filter((pattern) => isLeftToNative(pattern));
  const unused = patterns.filter((pattern) => safePattern(pattern) === undefined);

  describe.skipIf(isLeftOut("recheck") || patterns.length === 0)(
    "when the patterns of real documents are judged",
    () => {
      const findings = new Map<string, string>();

      beforeAll(async () => {
        await ensureSubPackage("tests/recheck");
        const { check } = createRequire(import.meta.url)("../recheck/node_modules/recheck") as { check: Analyse };
        for (const pattern of [...native, ...unused]) {
          const flags = compilePattern(pattern)?.flags ?? "";
          findings.set(pattern, (await check(pattern, flags, { timeout: PATIENCE })).status);
        }
        const judged = (list: readonly string[], status: string): number =>
          list.filter((pattern) => findings.get(pattern) === status).length;
        console.log(
          `patterns of real documents: ${patterns.length}; run by the native engine: ${native.length}, ` +
            `of which recheck finds dangerous: ${judged(native, "vulnerable")}, undecided: ${judged(native, "unknown")}; ` +
            `left out: ${unused.length}, of which recheck finds harmless: ${judged(unused, "safe")}`,
        );
      }, 900_000);

      it("runs no dangerous pattern with the native engine", () => {
        expect(native.filter((pattern) => findings.get(pattern) === "vulnerable")).toEqual([]);
      });

      it("leaves out no pattern", () => {
        expect(unused).toEqual([]);
      });
    },
  );
}
