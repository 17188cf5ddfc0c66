/**
 * Lets the main entry take what it shares with later imports from the file `main`. esbuild loads at once each file that
 * declares an export of the entry and that a later import needs, even if the page uses no such export. So `main`
 * declares these names itself: a page that uses nothing of `main` does not load the files behind them.
 */
import type { OutputChunk, Plugin } from "rolldown";

const IMPORT = /^import \{ (?<names>[^}]+) \} from "\.\/chunks\/(?<file>(?<chunk>[\w-]+)-[\w-]{8}\.js)";\n/gmu;

/** The files that a program with a registry loads anyway. */
const direct: ReadonlySet<string> = new Set(["typebox", "base", "core", "main"]);

export const importThroughMain: Plugin = {
  name: "the main entry imports through main",
  generateBundle: (_options, bundle) => {
    const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
    const entry = chunks.find(({ fileName }) => fileName === "index.js");
    const main = chunks.find(({ name }) => name === "main");
    if (entry === undefined || main === undefined) throw new Error("the main entry has no file main");
    entry.code = entry.code.replaceAll(IMPORT, (statement: string, ...rest: unknown[]) => {
      const { names, file, chunk } = rest.at(-1) as Record<"names" | "file" | "chunk", string>;
      if (direct.has(chunk)) return statement;
      const own = names.split(", ").map((name) => name.split(" as ").at(-1) ?? name);
      declare(main, own, `import { ${names.replaceAll(/ as (\w+)/gu, " as $1$$imported")} } from "./${file}";`);
      return `import { ${own.join(", ")} } from "./${main.fileName}";\n`;
    });
  },
};

/** Adds the names at the end, so that the source map still fits. */
function declare(main: OutputChunk, names: readonly string[], statement: string): void {
  const [code = "", map = ""] = main.code.split(/(?=\n\/\/# sourceMappingURL)/u);
  const constants = names.map((name) => `const ${name}$own = ${name}$imported;`);
  const exports = names.map((name) => `${name}$own as ${name}`);
  main.code = `${code}\n${statement}\n${constants.join("\n")}\nexport { ${exports.join(", ")} };${map}`;
}
