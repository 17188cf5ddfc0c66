/** Makes a file of bundled code quicker to load: V8 parses it at every start, and most programs use a part of it. */
import { parseAst } from "rolldown/parseAst";

/** As ESTree has it; only what is read here. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly kind?: string;
  readonly name?: string;
  readonly regex?: { readonly pattern: string; readonly flags: string };
  readonly callee?: Node;
  readonly shorthand?: boolean;
  readonly computed?: boolean;
  readonly async?: boolean;
  readonly expression?: unknown;
  readonly body?: unknown;
  readonly declarations?: readonly Node[];
  readonly id?: Node;
  readonly init?: Node | null;
}

/** A constant at the top of the file. */
interface Constant {
  readonly name: string;
  readonly declaration: Node;
  readonly id: Node;
  readonly init: Node;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A shorter pattern without classes of Unicode costs less than a function that makes it. */
const SHORT = 150;

/** Members of nodes that hold a value which is read. */
const READ = new Set(
  "object argument arguments elements expressions body test consequent alternate left right init value".split(" "),
);

const RUNTIME = /^import \{ (?:\w+ as )?__exportAll \} from "[^"]*rolldown-runtime[^"]*";$/mu;

/** Makes the object of `import * as`, as the function of the bundler's runtime does. */
const EXPORT_ALL = `function __exportAll(all) {
	const target = {};
	for (const name in all) Object.defineProperty(target, name, { get: all[name], enumerable: true });
	return Object.defineProperty(target, Symbol.toStringTag, { value: "Module" });
}`;

/** Gives the file the one function that it needs of the bundler's runtime, which would be one more file to read. */
export function withoutRuntime(code: string): string {
  if (!RUNTIME.test(code)) throw new Error("the bundler's runtime is not imported as expected");
  return code.replace(RUNTIME, EXPORT_ALL);
}

/**
 * Changes what V8 would do at once into what it does on first use. The code means the same as before.
 *
 * - `const A = /…/u` becomes a function that makes it once, and each use of it a call. V8 reads a pattern when it parses
 *   the file, and again when it makes the constant. A pattern in a string is not read before its first use.
 * - `const f = (a) => b` becomes a function with a body, which V8 only skims. It reads the other kind as a whole.
 */
export function lightenChunk(code: string): string {
  const program = parseAst(code) as unknown as Node & { readonly body: readonly Node[] };
  const constants = program.body.flatMap(toConstant);
  const costly = new Map(constants.filter(isCostlyRegExp).map((constant) => [constant.name, constant]));
  const edits = [...costly.values()].flatMap(madeOnFirstUse);
  for (const constant of constants) if (isBareArrow(constant)) edits.push(...withBody(constant, code));
  walk(program, (node, key, parent) => {
    const constant = node.type === "Identifier" ? costly.get(node.name ?? "") : undefined;
    // A name after a dot, or before a colon, is another one.
    const isName = (key === "property" || key === "key") && parent.computed !== true;
    if (constant === undefined || constant.id === node || isName) return;
    if (!READ.has(key)) throw new Error(`${constant.name} cannot be made later: it is the ${key} of a ${parent.type}`);
    const label = parent.shorthand === true ? `${constant.name}: ` : "";
    edits.push({ start: node.start, end: node.end, text: `${label}${constant.name}()` });
  });
  return withEdits(code, edits);
}

function toConstant(declaration: Node): Constant[] {
  const [declarator, another] = declaration.declarations ?? [];
  const { id, init } = declarator ?? {};
  if (declaration.kind !== "const" || another !== undefined || id?.name === undefined || !init) return [];
  return [{ name: id.name, declaration, id, init }];
}

function isCostlyRegExp({ init: { regex, callee } }: Constant): boolean {
  if (regex === undefined) return callee?.name === "RegExp";
  return regex.flags.includes("u") || regex.pattern.length > SHORT;
}

function madeOnFirstUse({ name, declaration, init }: Constant): Edit[] {
  const { regex } = init;
  const made = `${name}_made`;
  const pattern = regex && `new RegExp(${JSON.stringify(regex.pattern)}, ${JSON.stringify(regex.flags)})`;
  return [
    { start: declaration.start, end: init.start, text: `let ${made};\nfunction ${name}() {\n\treturn ${made} ??= ` },
    // What makes it otherwise may use other constants, so it stays for their edits.
    ...(pattern === undefined ? [] : [{ start: init.start, end: init.end, text: pattern }]),
    { start: init.end, end: declaration.end, text: ";\n}" },
  ];
}

function isBareArrow({ init }: Constant): boolean {
  return init.type === "ArrowFunctionExpression" && init.expression === true && init.async !== true;
}

function withBody({ name, declaration, init }: Constant, code: string): Edit[] {
  const body = init.body as Node;
  const arrow = code.lastIndexOf("=>", body.start);
  return [
    { start: declaration.start, end: init.start, text: `function ${name}` },
    // With the parenthesis of an object, whose other end goes below.
    { start: arrow, end: body.start, text: "{\n\treturn " },
    { start: body.end, end: declaration.end, text: ";\n}" },
  ];
}

function walk(parent: Node, visit: (node: Node, key: string, parent: Node) => void): void {
  for (const [key, value] of Object.entries(parent)) {
    for (const node of [value as unknown].flat()) {
      if (typeof node !== "object" || node === null || !("type" in node)) continue;
      visit(node as Node, key, parent);
      walk(node as Node, visit);
    }
  }
}

function withEdits(code: string, edits: readonly Edit[]): string {
  let at = 0;
  let edited = "";
  for (const { start, end, text } of edits.toSorted((one, other) => one.start - other.start)) {
    edited += code.slice(at, start) + text;
    at = end;
  }
  return edited + code.slice(at);
}
