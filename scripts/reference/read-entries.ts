/** Reads the exports of the published entries from their declarations. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { withDeclarations } from "../declarations/emit-declarations.ts";
import { root } from "../run-command.ts";
import { loadCompiler } from "./compiler-api.ts";
import type { Checker, Compiler, CompilerSymbol, Node } from "./compiler-api.ts";
import { describeDeclaration } from "./describe-declaration.ts";
import type { Description } from "./describe-declaration.ts";

export interface Entry {
  /** As it is imported: `@alkdev/operations/hub`. */
  readonly name: string;
  /** What its source says about it. */
  readonly summary: string;
  readonly exports: readonly Export[];
}

export interface Export extends Description {
  readonly name: string;
  /** An earlier entry that exports the same. */
  readonly alsoIn?: string;
  /** The package that it comes from, if not from ours. */
  readonly from?: string;
}

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
}

/** Reads the declarations as tsc emits them, because the whole build, which bundles them, takes much longer. */
export async function readEntries(): Promise<Entry[]> {
  return await withDeclarations((folder) => readEntriesIn(join(folder, "entries")));
}

export async function readEntriesIn(folder: string): Promise<Entry[]> {
  const compiler = await loadCompiler();
  const { name, exports } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as Manifest;
  const files = Object.entries(exports).flatMap(([path, target]): [string, string][] =>
    typeof target === "string" ? [] : [[`${name}${path.slice(1)}`, target.types.replace("./dist/types", folder)]],
  );
  const program = compiler.createProgram(
    files.map(([, file]) => file),
    {
      module: compiler.ModuleKind.NodeNext,
      moduleResolution: compiler.ModuleResolutionKind.NodeNext,
      allowImportingTsExtensions: true,
      noEmit: true,
      // Nothing is type-checked, so the declarations of the language and of Node are not needed.
      noLib: true,
      types: [],
    },
  );
  const reader = new EntryReader(compiler, program.getTypeChecker());
  return files.map(([entry, file]) => {
    const source = program.getSourceFile(file);
    if (source === undefined) throw new Error(`no declarations for ${entry}: ${file}`);
    return reader.read(entry, source);
  });
}

class EntryReader {
  readonly #compiler: Compiler;
  readonly #checker: Checker;
  readonly #seen = new Map<CompilerSymbol, string>();

  constructor(compiler: Compiler, checker: Checker) {
    this.#compiler = compiler;
    this.#checker = checker;
  }

  read(name: string, source: Node): Entry {
    const symbol = this.#checker.getSymbolAtLocation(source);
    if (symbol === undefined) throw new Error(`${name} is not a module`);
    const exports = this.#checker.getExportsOfModule(symbol).map((found) => this.#describe(found, name));
    return { name, summary: moduleSummary(source.getFullText()), exports };
  }

  #describe(exported: CompilerSymbol, entry: string): Export {
    const isAlias = (exported.flags & this.#compiler.SymbolFlags.Alias) !== 0;
    const symbol = isAlias ? this.#checker.getAliasedSymbol(exported) : exported;
    const { name } = exported;
    const specifier = exported.declarations?.[0];
    const isTypeOnly = specifier?.isTypeOnly === true || specifier?.parent?.parent?.isTypeOnly === true;
    const described = describeDeclaration(this.#compiler, symbol.declarations ?? [], name);
    const file = symbol.declarations?.[0]?.getSourceFile().fileName ?? "";
    const from = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1];
    const alsoIn = this.#seen.get(symbol);
    this.#seen.set(symbol, alsoIn ?? entry);
    return {
      name,
      ...(from === undefined ? {} : { from }),
      ...(alsoIn === undefined ? {} : { alsoIn }),
      ...described,
      isType: described.isType || isTypeOnly,
    };
  }
}

/** The first comment of an entry, without its first words, which repeat the entry's name. */
function moduleSummary(text: string): string {
  const [, comment = ""] = /^\s*\/\*\*(.*?)\*\//s.exec(text) ?? [];
  const plain = comment
    .replaceAll(/^\s*\* ?/gm, "")
    .replace(/@module.*/s, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  const said = plain.replace(/^`@alkdev\/operations[^`]*`: /, "");
  return said.charAt(0).toUpperCase() + said.slice(1);
}
