/** Bundles the thread of a sandbox into one file, because a thread starts from a file. */
import { build } from "rolldown";
import type { OutputChunk } from "rolldown";
import { root } from "./run-command.ts";

/** The packages to bundle. All others stay imports. */
export const packagesInWorker: ReadonlySet<string> = new Set([
  "sucrase",
  // Their dependencies.
  "@jridgewell/gen-mapping",
  "@jridgewell/resolve-uri",
  "@jridgewell/sourcemap-codec",
  "@jridgewell/trace-mapping",
  "lines-and-columns",
  "ts-interface-checker",
]);

/** Writes the file into the folder, or nowhere. */
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
