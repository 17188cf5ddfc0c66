/**
 * Leaves out files that only re-export. The bundler makes one for each `import()` of a module that shares its file with
 * others, and Node takes a millisecond to read it. The `import()` picks the names from the real file instead.
 */
import { posix } from "node:path";
import type { OutputBundle, OutputChunk, Plugin } from "rolldown";

const REEXPORT = /^\s*export \{ (?<names>[^}]+) \} from "(?<target>\.\/[^"]+)";\s*$/u;

/** The two ways in which our code takes names of a module that it imports later. */
const AWAITED = /^(?<start>.*)\{ (?<taken>[\w, ]+) \} = await $/su;
const THEN = /^\.then\(\(\{ (?<given>[\w, ]+) \}\)(?<end>.*)$/su;

interface Facade {
  readonly fileName: string;
  /** The file that has the names. */
  readonly target: string;
  /** By the name that the facade gives: the name in the target. */
  readonly names: ReadonlyMap<string, string>;
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
  const pairs = names.split(", ").map((name): [string, string] => {
    const [from = "", to = from] = name.split(" as ");
    return [to, from];
  });
  return [{ fileName, target: posix.join(posix.dirname(fileName), target), names: new Map(pairs) }];
}

function inline({ fileName, target, names }: Facade, chunk: OutputChunk): void {
  if (!chunk.dynamicImports.includes(fileName)) return;
  const [first = "", ...rest] = chunk.code.split(`import("${specifier(fileName, chunk)}")`);
  if (rest.length === 0) throw new Error(`${chunk.fileName} does not import ${fileName} as expected`);
  chunk.code = rest.reduce((before, after) => {
    const real = `import("${specifier(target, chunk)}")`;
    const [, start, taken] = AWAITED.exec(before) ?? [];
    if (start !== undefined && taken !== undefined)
      return `${start}{ ${renamed(taken, names)} } = await ${real}${after}`;
    const [, given, end] = THEN.exec(after) ?? [];
    if (given !== undefined) return `${before}${real}.then(({ ${renamed(given, names)} })${end}`;
    const members = [...names].map(([name, own]) => `${name}: module.${own}`);
    return `${before}${real}.then((module) => ({ ${members.join(", ")} }))${after}`;
  }, first);
}

/** `run, name` as `t: run, n: name`. */
function renamed(taken: string, names: Facade["names"]): string {
  return taken
    .split(", ")
    .map((name) => `${names.get(name)}: ${name}`)
    .join(", ");
}

function specifier(fileName: string, from: OutputChunk): string {
  const path = posix.relative(posix.dirname(from.fileName), fileName);
  return path.startsWith(".") ? path : `./${path}`;
}

function removeFile(fileName: string, bundle: OutputBundle): void {
  for (const name of [fileName, `${fileName}.map`]) delete bundle[name];
}
