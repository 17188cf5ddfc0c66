/**
 * The part of TypeScript's compiler API that reads declarations. TypeScript 7 has no such API yet, so it comes from the
 * TypeScript 5.9 of tests/package. That is installed on first use, so its own types can't be imported here.
 */
import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "../run-command.ts";
import { ensureSubPackage } from "../sub-package.ts";

export interface Node {
  readonly kind: number;
  readonly name?: Node;
  readonly type?: Node;
  readonly parameters?: readonly Node[];
  readonly typeParameters?: readonly Node[];
  readonly members?: readonly Node[];
  readonly heritageClauses?: readonly Node[];
  readonly modifiers?: readonly Node[];
  readonly questionToken?: Node;
  readonly initializer?: Node;
  readonly isTypeOnly?: boolean;
  readonly parent?: Node;
  getText(): string;
  getFullText(): string;
  getSourceFile(): { readonly fileName: string };
}

export interface CompilerSymbol {
  readonly name: string;
  readonly flags: number;
  readonly declarations?: readonly Node[];
}

export interface Checker {
  getSymbolAtLocation(node: Node): CompilerSymbol | undefined;
  getExportsOfModule(symbol: CompilerSymbol): readonly CompilerSymbol[];
  getAliasedSymbol(symbol: CompilerSymbol): CompilerSymbol;
}

export interface Compiler {
  readonly SymbolFlags: { readonly Alias: number };
  readonly ModuleKind: { readonly NodeNext: number };
  readonly ModuleResolutionKind: { readonly NodeNext: number };
  /** The names of node kinds by number, and the reverse. */
  readonly SyntaxKind: Readonly<Record<string, number | string>>;
  createProgram(
    files: readonly string[],
    options: object,
  ): { getTypeChecker(): Checker; getSourceFile(name: string): Node | undefined };
  getJSDocCommentsAndTags(node: Node): readonly { readonly comment?: unknown }[];
  getTextOfJSDocComment(comment: unknown): string | undefined;
}

export async function loadCompiler(): Promise<Compiler> {
  await ensureSubPackage("tests/package");
  return createRequire(join(root, "tests", "package", "package.json"))("typescript-5.9") as Compiler;
}
