/**
 * Finds the names that a declaration refers to. TypeScript looks up a name by its meaning: a type parameter `Result`
 * does not hide the namespace of `Result.Kind`, and a function `Record` does not hide the type `Record`.
 */

/** What a name can refer to. */
export type Meaning = "type" | "value" | "namespace";

export interface Reference {
  /** Names with dots between them. The meaning applies to the first. */
  readonly names: readonly Name[];
  readonly meaning: Meaning;
  /**
   * The module of `import("…")`. The first name is then one of its exports, and the whole type starts and ends here.
   */
  readonly imported?: { readonly from: string; readonly start: number; readonly end: number };
  /**
   * Whether a declaration around the reference, inside the declaration itself, would capture a name of this meaning.
   */
  readonly isHidden: (name: string) => boolean;
}

export interface Name {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A node of the syntax tree, as ESTree and TypeScript ESLint name them. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

interface Scope {
  readonly types: ReadonlySet<string>;
  readonly values: ReadonlySet<string>;
  readonly outer?: Scope;
}

const outermost: Scope = { types: new Set(), values: new Set() };

/** References to names that are declared outside the node. */
export function findReferences(node: SyntaxNode): Reference[] {
  const found: Reference[] = [];
  visit(node, outermost);
  return found;

  function visit(from: SyntaxNode, outer: Scope): void {
    const scope = scopeOf(from, outer);
    switch (from.type) {
      case "TSTypeReference":
        refer(from["typeName"] as SyntaxNode, "type", scope);
        return visitMembers(from, scope, ["typeName"]);
      case "TSInterfaceHeritage":
      case "TSClassImplements":
        refer(from["expression"] as SyntaxNode, "type", scope);
        return visitMembers(from, scope, ["expression"]);
      case "TSTypeQuery": {
        const queried = from["exprName"] as SyntaxNode;
        if (queried.type === "TSImportType") visit(queried, scope);
        else refer(queried, "value", scope);
        return visitMembers(from, scope, ["exprName"]);
      }
      case "TSImportType":
        referToImport(from, scope);
        return visitMembers(from, scope, ["source", "qualifier"]);
      case "TSConditionalType": {
        const inferred = new Set(inferredNames(from["extendsType"] as SyntaxNode));
        const inside: Scope = { types: inferred, values: new Set(), outer: scope };
        visit(from["extendsType"] as SyntaxNode, inside);
        visit(from["trueType"] as SyntaxNode, inside);
        return visitMembers(from, scope, ["extendsType", "trueType"]);
      }
      case "Identifier":
      case "MemberExpression":
        return refer(from, "value", scope);
      default:
        return visitMembers(from, scope, namesOnly(from));
    }
  }

  function visitMembers(of: SyntaxNode, scope: Scope, without: readonly string[]): void {
    for (const [key, member] of Object.entries(of)) {
      if (without.includes(key)) continue;
      for (const each of [member].flat()) {
        if (!isNode(each)) continue;
        if (isBinding(each, key)) visitMembers(each, scope, bindingNames);
        else visit(each, scope);
      }
    }
  }

  function refer(to: SyntaxNode, kind: "type" | "value", scope: Scope): void {
    const names = namesOf(to);
    const [first] = names;
    if (first === undefined || first.text === "this") return;
    const meaning: Meaning = kind === "type" && names.length > 1 ? "namespace" : kind;
    const isHidden = (name: string): boolean => isDeclaredIn(scope, name, meaning);
    if (!isHidden(first.text)) found.push({ names, meaning, isHidden });
  }

  function referToImport(node: SyntaxNode, scope: Scope): void {
    const { value } = node["source"] as { value: string };
    const qualifier = node["qualifier"];
    const names = isNode(qualifier) ? namesOf(qualifier) : [];
    const isHidden = (name: string): boolean => isDeclaredIn(scope, name, "type");
    const end = names.at(-1)?.end ?? node.end;
    found.push({ names, meaning: "type", imported: { from: value, start: node.start, end }, isHidden });
  }
}

function isDeclaredIn(scope: Scope, name: string, meaning: Meaning): boolean {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.outer) {
    if (meaning === "type" && at.types.has(name)) return true;
    if (meaning === "value" && at.values.has(name)) return true;
  }
  return false;
}

/** The names that a node declares for its own inside: type parameters and parameters. */
function scopeOf(node: SyntaxNode, outer: Scope): Scope {
  const types = new Set<string>();
  const values = new Set<string>();
  const { typeParameters } = node;
  if (isNode(typeParameters))
    for (const each of typeParameters["params"] as SyntaxNode[]) types.add(nameOf(each["name"]));
  if (node.type === "TSMappedType") types.add(nameOf(node["key"]));
  if (Array.isArray(node["params"])) {
    for (const each of node["params"] as SyntaxNode[]) {
      const parameter = (each["argument"] ?? each) as SyntaxNode;
      if (parameter.type === "Identifier") values.add(nameOf(parameter));
    }
  }
  return types.size + values.size === 0 ? outer : { types, values, outer };
}

function inferredNames(node: SyntaxNode): string[] {
  if (node.type === "TSInferType") return [nameOf((node["typeParameter"] as SyntaxNode)["name"])];
  // Names that a nested conditional type infers belong to that type.
  const own =
    node.type === "TSConditionalType" ? Object.entries(node).filter(([key]) => key !== "extendsType") : undefined;
  const members = (own?.map(([, member]) => member) ?? Object.values(node)).flat().filter(isNode);
  return members.flatMap(inferredNames);
}

const bindingNames = ["argument", "properties", "elements"];

/** Parameters and constants: their names refer to nothing, but their types may. */
function isBinding({ type }: SyntaxNode, key: string): boolean {
  if (type === "RestElement" || type === "ObjectPattern" || type === "ArrayPattern") return true;
  return type === "Identifier" && (key === "params" || key === "parameters" || key === "id");
}

/** The members that are names, and refer to nothing. */
function namesOnly(node: SyntaxNode): readonly string[] {
  switch (node.type) {
    case "TSTypeParameter":
      return ["name"];
    case "TSMappedType":
      return ["key"];
    case "TSNamedTupleMember":
      return ["label"];
    case "TSTypePredicate":
      return ["parameterName"];
    default:
      return node["computed"] === true ? [] : ["key"];
  }
}

function namesOf(node: SyntaxNode): Name[] {
  switch (node.type) {
    case "Identifier":
      return [{ text: nameOf(node), start: node.start, end: node.end }];
    case "TSQualifiedName":
      return [...namesOf(node["left"] as SyntaxNode), ...namesOf(node["right"] as SyntaxNode)];
    case "MemberExpression":
      return [...namesOf(node["object"] as SyntaxNode), ...namesOf(node["property"] as SyntaxNode)];
    default:
      throw new Error(`${node.type} in a name is not supported`);
  }
}

function nameOf(identifier: unknown): string {
  return (identifier as { name: string }).name;
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string";
}
