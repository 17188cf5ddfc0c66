/**
 * Leaves out files that only re-export. The bundler makes one for each `import()` of a module that shares its file with
 * others, and Node takes a millisecond to read it. The `import()` picks the names from the real file instead.
 */
import { posix } from "node:path";
import type { OutputBundle, OutputChunk, Plugin } from "rolldown";

const REEXPORT = /^\s*export \{ (?<names>[^}]+) \} from "(?<target>\.\/[^"]+)";\s*$/u;

interface Facade {
  readonly fileName: string;
  /** The file that has the names. */
  readonly target: string;
  /** Members of an object with these names, which are others in the target: `run: module.t`. */
  readonly members: string;
}

export const inlineFacades: Plugin = {
  name: "no files that only re-export",
  generateBundle: (_options, bundle) => {
    const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
    const imported = new Set(chunks.flatMap(({ imports }) => imports));
    const facades = chunks.flatMap((chunk) => (imported.has(chunk.fileName) ? [] : facadeOf(chunk)));
    for (const chunk of chunks) for (const facade of facades) inline(facade, chunk);
    for (const { fileName } of facades) removeFile(fileName, bundle);
  },
};

function facadeOf({ fileName, isEntry, code }: OutputChunk): Facade[] {
  const { names, target } = REEXPORT.exec(code)?.groups ?? {};
  if (isEntry || names === undefined || target === undefined) return [];
  const members = names.split(", ").map((name) => {
    const [from = "", to = from] = name.split(" as ");
    return `${to}: module.${from}`;
  });
  return [{ fileName, target: posix.join(posix.dirname(fileName), target), members: members.join(", ") }];
}

function inline({ fileName, target, members }: Facade, chunk: OutputChunk): void {
  if (!chunk.dynamicImports.includes(fileName)) return;
  const dynamicImport = `import("${specifier(fileName, chunk)}")`;
  if (!chunk.code.includes(dynamicImport)) throw new Error(`${chunk.fileName} does not import ${fileName} as expected`);
  const instead = `import("${specifier(target, chunk)}").then((module) => ({ ${members} }))`;
  chunk.code = chunk.code.replaceAll(dynamicImport, instead);
}

function specifier(fileName: string, from: OutputChunk): string {
  const path = posix.relative(posix.dirname(from.fileName), fileName);
  return path.startsWith(".") ? path : `./${path}`;
}

function removeFile(fileName: string, bundle: OutputBundle): void {
  for (const name of [fileName, `${fileName}.map`]) delete bundle[name];
}
