import { fileURLToPath } from "node:url";
import type { ChunkingContext } from "rolldown";
import { defineConfig } from "vite";
import { docsPlugin } from "../scripts/docs/docs-plugin.ts";

/** Browsers that know `light-dark()`, nesting and `field-sizing` (optional: it only grows text areas). */
const browsers = ["chrome123", "firefox128", "safari17.5"];

export default defineConfig({
  base: "/explorer/",
  plugins: [docsPlugin()],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "../dist/explorer",
    emptyOutDir: true,
    target: browsers,
    cssTarget: browsers,
    // Inlined assets and the preload polyfill would be inline code and data, which the page's policy forbids.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: firstView() }] } } },
  },
});

const main = fileURLToPath(new URL("src/main.tsx", import.meta.url));

/**
 * The page's first load is one file. By default, the bundler makes a file for each set of later files that share a
 * module: ten small files, which compress worse.
 */
function firstView(): (id: string, context: ChunkingContext) => string | null {
  let modules: Set<string> | undefined;
  return (id, context) => {
    if (modules === undefined) {
      modules = new Set([main]);
      for (const each of modules) for (const next of context.getModuleInfo(each)?.importedIds ?? []) modules.add(next);
    }
    return modules.has(id) ? "index" : null;
  };
}
