import type { OperationSpec } from "../operation/operation-spec.ts";
import { CallError, messageOf } from "../errors/call-error.ts";
import { operationId } from "../operation/operation-id.ts";
import { commentLines } from "../schema/print/print-comment.ts";
import { indent, printKey } from "../schema/print/print-type.ts";
import { jsonSchemaOf } from "../schema/standard/json-schema-of.ts";
import type { SchemaSide } from "../schema/standard/json-schema-of.ts";
import type { AnySchema } from "../schema/types/static.ts";
import { isSchemaObject } from "../schema/types/scope.ts";
import { SchemaGraph } from "../schema/graph/schema-graph.ts";
import { deprecationText, toDeprecation } from "../shared/deprecation.ts";
import { SharedTypes } from "./shared-types.ts";
import type { RootSchema } from "./shared-types.ts";
import { toTypeName, TypeNames } from "../schema/print/type-names.ts";

/** The options of `generateTypes`. */
export interface GenerateTypesOptions {
  /** The name of the interface. Default: `Operations`. */
  readonly name?: string | undefined;
  /**
   * Whether the types hold for the whole program as soon as the file is part of it. Of several files in one program, only
   * one can do so. Default: true.
   */
  readonly register?: boolean | undefined;
}

/** The schemas of one operation, or the reason why they cannot be used. */
interface TypedSpec {
  readonly spec: OperationSpec;
  readonly input: RootSchema;
  readonly output: RootSchema;
  readonly errors: ReadonlyArray<readonly [code: string, details: RootSchema, description: string | undefined]>;
  readonly problem?: string | undefined;
}

/**
 * TypeScript declarations of operations: an interface of namespaces and names, with the kind, input, output and declared
 * errors of each. The same specs give the same text, in whatever order they come.
 *
 * @example
 * await writeFile("operations.d.ts", generateTypes(registry.list()));
 */
export function generateTypes(specs: Iterable<OperationSpec>, options: GenerateTypesOptions = {}): string {
  const { name = "Operations", register = true } = options;
  if (toTypeName(name) !== name) {
    throw new CallError(
      "VALIDATION_ERROR",
      `"${name}" is not a valid name for an interface: try "${toTypeName(name)}".`,
    );
  }
  const names = new TypeNames();
  names.take(name);
  const graph = new SchemaGraph();
  const byNamespace = groupByNamespace(specs);
  const interfaceLines: string[] = [];
  const namespaceLines: string[] = [];
  for (const [namespace, members] of [...byNamespace].toSorted(byKey)) {
    const typed = members.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(toTypedSpec);
    const typeNamespace = names.take(toTypeName(namespace));
    const shared = new SharedTypes(`${typeNamespace}.`, typed.flatMap(rootsOf), graph);
    interfaceLines.push(
      `${printKey(namespace)}: {`,
      ...indent(typed.flatMap((operation) => operationLines(operation, shared))),
      "};",
    );
    const types = shared.declare();
    if (types.length > 0) namespaceLines.push("", `export namespace ${typeNamespace} {`, ...indent(types), "}");
  }
  return [
    "// Made by `operations types`: changes to this file are lost.",
    'import type { GeneratedOperations } from "@alkdev/operations";',
    "",
    `export interface ${name} extends GeneratedOperations {`,
    ...indent(interfaceLines),
    "}",
    ...(register
      ? ["", 'declare module "@alkdev/operations" {', "  interface Register {", `    operations: ${name};`, "  }", "}"]
      : []),
    ...namespaceLines,
    "",
  ].join("\n");
}

function groupByNamespace(specs: Iterable<OperationSpec>): Map<string, OperationSpec[]> {
  const groups = new Map<string, OperationSpec[]>();
  for (const spec of specs) {
    const members = groups.get(spec.namespace);
    if (members === undefined) groups.set(spec.namespace, [spec]);
    else members.push(spec);
  }
  return groups;
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

function rootsOf({ input, output, errors }: TypedSpec): RootSchema[] {
  return [output, ...errors.map(([, details]) => details), input];
}

function toTypedSpec(spec: OperationSpec): TypedSpec {
  try {
    return {
      spec,
      input: rootOf(spec.inputSchema, "input"),
      output: rootOf(spec.outputSchema, "output"),
      errors: Object.entries(spec.errorSchemas ?? {}).map(
        ([code, { schema, description }]) => [code, rootOf(schema ?? {}, "output"), description] as const,
      ),
    };
  } catch (thrown) {
    // A schema of a document is built when it is first read, and may turn out to be unusable.
    const [input, output] = [rootOf({}, "input"), rootOf({}, "output")];
    return {
      spec,
      input,
      output,
      errors: [],
      problem: `The schemas of ${operationId(spec)} can't be used: ${messageOf(thrown)}`,
    };
  }
}

function rootOf(schema: AnySchema, side: SchemaSide): RootSchema {
  const root = jsonSchemaOf(schema, side);
  return { root: isSchemaObject(root) ? root : root === false ? { not: {} } : {}, side };
}

function operationLines({ spec, input, output, errors, problem }: TypedSpec, shared: SharedTypes): string[] {
  const deprecation = toDeprecation(spec.deprecated);
  const text = [spec.title === spec.description ? undefined : spec.title, spec.description, problem];
  const errorLines = errors.flatMap(([code, details, description]) => [
    ...commentLines(description),
    ...`${printKey(code)}: ${shared.print(details)};`.split("\n"),
  ]);
  return [
    ...commentLines(text.filter((part) => part !== undefined && part !== "").join("\n\n"), {
      deprecated: deprecation && deprecationText(deprecation),
    }),
    `${printKey(spec.name)}: {`,
    ...indent([
      `kind: ${JSON.stringify(spec.type)};`,
      ...`input: ${shared.print(input)};`.split("\n"),
      ...`output: ${shared.print(output)};`.split("\n"),
      ...(errorLines.length === 0 ? ["errors: {};"] : ["errors: {", ...indent(errorLines), "};"]),
    ]),
    "};",
  ];
}
