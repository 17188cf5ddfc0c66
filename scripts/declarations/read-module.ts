/** Reads a module of declarations: what it declares, imports and exports. */
import { readFile } from "node:fs/promises";
import { parseAst } from "rolldown/parseAst";
import { findReferences, isNode } from "./find-references.ts";
import type { Meaning, Reference, SyntaxNode } from "./find-references.ts";

export interface DeclarationModule {
  readonly file: string;
  readonly text: string;
  /** The first comment, which is about the module as a whole if it declares nothing. */
  readonly comment: string;
  /** By name. A function with overloads has several. */
  readonly declarations: ReadonlyMap<string, readonly Declaration[]>;
  readonly imports: ReadonlyMap<string, Import>;
  /** By the public name. Without a module, it is a name of this module. */
  readonly exports: ReadonlyMap<string, Partial<Pick<Import, "from">> & Omit<Import, "from">>;
  /** The modules of `export * from`. */
  readonly exportsAllOf: readonly string[];
  /** All modules that this one names, in their order. */
  readonly sources: readonly string[];
}

export interface Declaration {
  readonly name: string;
  readonly meanings: readonly Meaning[];
  readonly comment: string;
  readonly start: number;
  readonly end: number;
  readonly references: readonly Reference[];
}

export interface Import {
  readonly from: string;
  /** `*` means the whole module. */
  readonly name: string;
  readonly isType: boolean;
}

const meanings: Readonly<Record<string, readonly Meaning[]>> = {
  TSTypeAliasDeclaration: ["type"],
  TSInterfaceDeclaration: ["type"],
  TSDeclareFunction: ["value"],
  VariableDeclaration: ["value"],
  ClassDeclaration: ["type", "value"],
  TSEnumDeclaration: ["type", "value", "namespace"],
};

export async function readModule(file: string): Promise<DeclarationModule> {
  const text = await readFile(file, "utf8");
  const declarations = new Map<string, Declaration[]>();
  const imports = new Map<string, Import>();
  const exports = new Map<string, Partial<Pick<Import, "from">> & Omit<Import, "from">>();
  const exportsAllOf: string[] = [];
  let end = 0;
  const statements = parseAst(text, { lang: "dts" }, file).body as unknown as SyntaxNode[];
  for (const statement of statements) {
    read(statement, lastComment(text.slice(end, statement.start)));
    ({ end } = statement);
  }
  const comment = /^\s*(\/\*\*.*?\*\/)/s.exec(text)?.[1] ?? "";
  const inTypes = [...declarations.values()].flat().flatMap(({ references }) => references);
  const sources = [
    ...statements.flatMap((statement) => (isNode(statement["source"]) ? sourceOf(statement) : [])),
    ...inTypes.flatMap(({ imported }) => imported?.from ?? []),
  ];
  return { file, text, comment, declarations, imports, exports, exportsAllOf, sources };

  function read(statement: SyntaxNode, above: string): void {
    switch (statement.type) {
      case "ImportDeclaration":
        for (const each of statement["specifiers"] as SyntaxNode[]) {
          imports.set(nameIn(each, "local"), {
            from: sourceOf(statement),
            name: importedName(each),
            isType: [statement, each].some((node) => node["importKind"] === "type"),
          });
        }
        return;
      case "ExportAllDeclaration": {
        const from = sourceOf(statement);
        if (statement["exported"] === null) exportsAllOf.push(from);
        else
          exports.set(nameIn(statement, "exported"), { from, name: "*", isType: statement["exportKind"] === "type" });
        return;
      }
      case "ExportDefaultDeclaration":
        exports.set("default", { name: nameIn(statement, "declaration"), isType: false });
        return;
      case "ExportNamedDeclaration":
        return readExport(statement, above);
      default:
        declare(statement, above);
    }
  }

  function readExport(statement: SyntaxNode, above: string): void {
    const declaration = statement["declaration"] as SyntaxNode | null;
    if (declaration !== null) {
      const name = declare(declaration, above);
      exports.set(name, { name, isType: false });
    }
    const from = statement["source"] === null ? {} : { from: sourceOf(statement) };
    for (const each of statement["specifiers"] as SyntaxNode[]) {
      const isType = [statement, each].some((node) => node["exportKind"] === "type");
      exports.set(nameIn(each, "exported"), { ...from, name: nameIn(each, "local"), isType });
    }
  }

  function declare(node: SyntaxNode, comment: string): string {
    const known = meanings[node.type];
    if (known === undefined) throw new Error(`${file}: cannot bundle a ${node.type}`);
    const [declarator = node, ...others] = (node["declarations"] ?? [node]) as SyntaxNode[];
    if (others.length > 0) throw new Error(`${file}: cannot bundle constants that are declared together`);
    const name = nameIn(declarator, "id");
    const { start, end: last } = node;
    const declaration = { name, meanings: known, comment, start, end: last, references: findReferences(node) };
    declarations.set(name, [...(declarations.get(name) ?? []), declaration]);
    return name;
  }
}

/** The last doc comment before a declaration. A comment about the whole module does not belong to the declaration. */
function lastComment(between: string): string {
  const comment = between.match(/\/\*\*.*?\*\//gs)?.at(-1) ?? "";
  return comment.includes("@module") ? "" : comment;
}

function importedName(specifier: SyntaxNode): string {
  if (specifier.type === "ImportNamespaceSpecifier") return "*";
  return specifier.type === "ImportDefaultSpecifier" ? "default" : nameIn(specifier, "imported");
}

function sourceOf(statement: SyntaxNode): string {
  return (statement["source"] as { value: string }).value;
}

function nameIn(node: SyntaxNode, key: string): string {
  return (node[key] as { name: string }).name;
}
