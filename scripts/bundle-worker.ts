/** The thread of a sandbox as one file: a thread starts from a file. */
import { build } from "rolldown";
import type { OutputChunk } from "rolldown";
import { root } from "./run-command.ts";

/** What goes into it; everything else stays imports. */
export const packagesInWorker: ReadonlySet<string> = new Set([
  "sucrase",
  // What it needs.
  "@jridgewell/gen-mapping",
  "@jridgewell/resolve-uri",
  "@jridgewell/sourcemap-codec",
  "@jridgewell/trace-mapping",
  "lines-and-columns",
  "ts-interface-checker",
]);

/** Writes it into the folder, or nowhere. */
export async function bundleWorker(folder: string | undefined): Promise<OutputChunk[]> {
  const { output } = await build({
    cwd: root,
    input: { "code-worker": "src/code/sandbox/sandbox-worker.ts" },
    external: (id) => /^(?:node:|@jitl\/|quickjs-)/.test(id),
    platform: "neutral",
    resolve: { mainFields: ["module", "main"] },
    transform: { target: "es2022" },
    write: folder !== undefined,
    output: { dir: folder ?? "nowhere", entryFileNames: "[name].js", codeSplitting: false, minify: true },
    logLevel: "warn",
  });
  return output.filter((file) => file.type === "chunk");
}
