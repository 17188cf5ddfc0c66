/** A declaration as the reference shows it: its signature on one line, and the first sentence of its JSDoc. */
import type { Compiler, Node } from "./compiler-api.ts";

export interface Description {
  readonly isType: boolean;
  /** One for each overload. */
  readonly signatures: readonly string[];
  /** The first sentence of the JSDoc; empty if there is none. */
  readonly summary: string;
  /** Methods and properties of a class or an interface. */
  readonly members: readonly Member[];
}

export interface Member {
  readonly signature: string;
  readonly summary: string;
}

const longestText = 160;
const longestConstant = 110;

export function describeDeclaration(compiler: Compiler, declarations: readonly Node[], name: string): Description {
  const [first] = declarations;
  if (first === undefined) throw new Error(`${name} has no declaration`);
  const kindOf = (node: Node): string => String(compiler.SyntaxKind[node.kind]);
  const isType = declarations.every((node) => ["InterfaceDeclaration", "TypeAliasDeclaration"].includes(kindOf(node)));
  const described = declarations.map((node) => signatureOf(node, kindOf(node), name));
  return {
    isType,
    signatures: kindOf(first) === "FunctionDeclaration" ? described : described.slice(0, 1),
    summary: declarations.map((node) => summaryOf(compiler, node)).find((text) => text !== "") ?? "",
    members: declarations.flatMap((node) => membersOf(compiler, node, kindOf)),
  };
}

function signatureOf(node: Node, kind: string, name: string): string {
  switch (kind) {
    case "FunctionDeclaration":
      return callSignature(node, name);
    case "ClassDeclaration":
    case "InterfaceDeclaration": {
      const heritage = (node.heritageClauses ?? []).map((clause) => ` ${oneLine(clause)}`).join("");
      return shortened(`${kind === "ClassDeclaration" ? "class" : "interface"} ${generic(node, name)}${heritage}`);
    }
    case "TypeAliasDeclaration":
      return shortened(`type ${generic(node, name)} = ${node.type === undefined ? "" : oneLine(node.type)}`);
    default:
      return `const ${name}${valueOf(node)}`;
  }
}

/** The value of a constant if the declaration has it, otherwise its type. A long type is cut to its outermost level. */
function valueOf(node: Node): string {
  if (node.initializer !== undefined) return ` = ${oneLine(node.initializer)}`;
  const type = typed(node);
  if (type.length <= longestConstant) return type;
  return type.replace(/^: ([\w.]+)<.*>$/, ": $1<…>").replace(/^: \{.*\}$/, ": { … }");
}

function membersOf(compiler: Compiler, node: Node, kindOf: (node: Node) => string): Member[] {
  const members = new Map<string, Member>();
  for (const member of node.members ?? []) {
    const signature = memberSignature(member, kindOf(member));
    if (signature === undefined) continue;
    const summary = summaryOf(compiler, member);
    // A getter and its setter count as one property.
    if (!members.has(signature)) members.set(signature, { signature, summary });
  }
  return [...members.values()];
}

function memberSignature(member: Node, kind: string): string | undefined {
  const name = member.name?.getText() ?? "";
  const modifiers = (member.modifiers ?? []).map((modifier) => modifier.getText());
  if (name.startsWith("#") || modifiers.includes("private") || modifiers.includes("protected")) return undefined;
  const isStatic = modifiers.includes("static") ? "static " : "";
  switch (kind) {
    case "Constructor":
      return shortened(`new ${callSignature(member, "")}`);
    case "MethodDeclaration":
    case "MethodSignature":
      return shortened(isStatic + callSignature(member, name));
    case "PropertyDeclaration":
    case "PropertySignature":
    case "GetAccessor":
      return shortened(`${isStatic}${name}${member.questionToken === undefined ? "" : "?"}${typed(member)}`);
    case "CallSignature":
    case "IndexSignature":
      return shortened(
        oneLine(member)
          .replace(/^readonly /, "")
          .replace(/;$/, ""),
      );
    default:
      return undefined;
  }
}

/** `name<TInput>(input: TInput): Promise<void>`: constraints and defaults of type parameters are left out. */
function callSignature(node: Node, name: string): string {
  const parameters = (node.parameters ?? []).filter((parameter) => parameter.name?.getText() !== "this").map(oneLine);
  return `${generic(node, name)}(${parameters.join(", ")})${typed(node)}`;
}

function generic(node: Node, name: string): string {
  const parameters = (node.typeParameters ?? []).map((parameter) => parameter.name?.getText() ?? "");
  return parameters.length === 0 ? name : `${name}<${parameters.join(", ")}>`;
}

/** An optional member's type ends with `| undefined`, which the question mark says too. */
function typed(node: Node): string {
  if (node.type === undefined) return "";
  const text = oneLine(node.type);
  return `: ${node.questionToken === undefined ? text : text.replace(/ \| undefined$/, "")}`;
}

function summaryOf(compiler: Compiler, node: Node): string {
  const comments = compiler.getJSDocCommentsAndTags(node);
  const text = compiler.getTextOfJSDocComment(comments.at(-1)?.comment) ?? "";
  const [paragraph = ""] = text.split(/\n\s*\n/);
  return firstSentence(paragraph.replaceAll(/\s+/g, " ").trim());
}

/** Up to a full stop that ends a word, outside code: not the one in `e.g.` or in a version. */
function firstSentence(text: string): string {
  const plain = text.replaceAll(/`[^`]*`/g, (code) => "x".repeat(code.length));
  const end = plain.search(/(?<!\be\.g|\bi\.e)\.(?= [A-Z`x]|$)/);
  return end === -1 ? text : text.slice(0, end + 1);
}

function oneLine(node: Node): string {
  const withoutComments = node.getText().replaceAll(/\/\*.*?\*\//gs, "");
  return withoutComments.replaceAll(/\s+/g, " ").trim();
}

function shortened(text: string): string {
  return text.length <= longestText ? text : `${text.slice(0, longestText).trimEnd()} …`;
}
