/** The published declarations, as a user's compiler reads them. */
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { ensureSubPackage } from "../../scripts/sub-package.ts";
import { readEntries, readEntriesIn } from "../../scripts/reference/read-entries.ts";
import type { Entry } from "../../scripts/reference/read-entries.ts";
import { isLeftOut } from "../support/left-out.ts";
import { projectRoot } from "../support/run-program.ts";
import { compile, compilers, declarationsRead } from "./compile.ts";

const withTools = !isLeftOut("package-tools");
const names = (Object.keys(compilers) as Array<keyof typeof compilers>).filter(
  (name) => name === "TypeScript 7" || withTools,
);

beforeAll(async () => {
  if (withTools) await ensureSubPackage("tests/package");
});

const operations = `
export const find = defineOperation({
  name: "find", namespace: "shop", version: "1.0.0", type: OperationType.QUERY, description: "",
  inputSchema: Type.Object({
    id: Type.String(),
    count: Type.Optional(Type.Integer()),
    kind: Type.Union([Type.Literal("book"), Type.Literal("map")]),
    labels: Type.Record(Type.String(), Type.Array(Type.Tuple([Type.String(), Type.Number()]))),
    both: Type.Intersect([Type.Object({ a: Type.Number() }), Type.Object({ b: Type.Boolean() })]),
    some: Type.Partial(Type.Pick(Type.Object({ c: Type.Null(), d: Type.Number() }), ["c"])),
    tree: Type.Cyclic({ Node: Type.Object({ nodes: Type.Array(Type.Ref("Node")) }) }, "Node"),
    script: Type.Script("{ x: number, y?: string[] }"),
    own: Type.Unsafe<7>({ type: "number" }),
  }),
  outputSchema: Type.Object({ total: Type.Number() }), accessControl: { requiredScopes: [] },
  handler: (input) => {
    const typed: {
      id: string;
      count?: number;
      kind: "book" | "map";
      labels: Record<string, [string, number][]>;
      both: { a: number; b: boolean };
      some: { c?: null };
      tree: { nodes: { nodes: unknown[] }[] };
      script: { x: number; y?: string[] };
      own: 7;
    } = input;
    // @ts-expect-error the schema has no such member
    void input.absent;
    // @ts-expect-error another type
    const wrong: number = input.id;
    return { total: typed.own + wrong };
  },
});
export const registry = new OperationRegistry();
registry.register(find);
export const answer = await createClient<{ find: typeof find }>(caller).shop.find({} as Input);
export const total: number = answer.data.total;
// @ts-expect-error another type
export const text: string = answer.data.total;
`;

/** A program that makes its schemas with `Type` from the given package. */
const program = (typeFrom: string): string => `
import { defineOperation, OperationRegistry, OperationType } from "@alkdev/operations";
import { Type } from "${typeFrom}";
import type { Static } from "${typeFrom}";
import { createClient, type RemoteCaller } from "@alkdev/operations/client";
declare const caller: RemoteCaller;
type Input = Static<typeof find.inputSchema>;
${operations}`;

/** Ten operations of two namespaces, half with TypeBox and half with plain JSON Schema, and a client for them. */
const tenOperations = `
import { defineOperation, OperationType, Type } from "@alkdev/operations";
import { createClient, type RemoteCaller } from "@alkdev/operations/client";
declare const caller: RemoteCaller;
const common = { version: "1.0.0", description: "", type: OperationType.QUERY, accessControl: { requiredScopes: [] } } as const;
${Array.from({ length: 10 }, (_, index) => {
  const [input, output] =
    index < 5
      ? [
          `Type.Object({ a${index}: Type.Number(), list: Type.Optional(Type.Array(Type.String())) })`,
          `Type.Object({ sum${index}: Type.Number() })`,
        ]
      : [
          `{ type: "object", properties: { a${index}: { type: "number" }, list: { type: "array", items: { type: "string" } } }, required: ["a${index}"] } as const`,
          `{ type: "object", properties: { sum${index}: { type: "number" } }, required: ["sum${index}"] } as const`,
        ];
  return `const op${index} = defineOperation({ ...common, name: "op${index}", namespace: "ns${index % 2}",
    inputSchema: ${input}, outputSchema: ${output}, handler: (input) => ({ sum${index}: input.a${index} + (input.list?.length ?? 0) }) });`;
}).join("\n")}
const client = createClient<{ ${Array.from({ length: 10 }, (_, index) => `op${index}: typeof op${index}`).join("; ")} }>(caller);
export const sums: number[] = [${Array.from({ length: 10 }, (_, index) => `(await client.ns${index % 2}.op${index}({ a${index}: 1 })).data.sum${index}`).join(", ")}];
`;

/** `scripts/check-package.ts` checks the declarations themselves. */
const options = { checksDeclarations: false, emitsDeclarations: true };

describe.each(names)("when a program is compiled with %s", (compiler) => {
  it("infers from the schemas of our `Type`, and can name each type in its own declarations", async () => {
    const files = { "program.ts": program("@alkdev/operations") };
    expect((await compile(files, { compiler, ...options })).errors).toBe("");
  });

  it("infers from the schemas of a TypeBox that the program has installed itself", async () => {
    const files = { "program.ts": program("typebox") };
    expect((await compile(files, { compiler, packages: ["typebox"], ...options })).errors).toBe("");
  });

  it("shows clients as editors do, with the members of inputs and results, and computes no more types than it uses", async () => {
    const shown = "export const typeBox: 0 = client.ns0.op0;\nexport const plain: 0 = client.ns1.op9;";
    const { errors, instantiations } = await compile(
      { "program.ts": tenOperations + shown },
      { compiler, checksDeclarations: false },
    );
    const signature = (index: number): string =>
      `'(input: { a${index}: number; list?: string[]; }, options?: ClientCallOptions | undefined) => ` +
      `Promise<ResponseEnvelope<{ sum${index}: number; }>>'`;
    // Only those two.
    expect(errors.match(/error TS/g)).toHaveLength(2);
    expect(errors).toContain(signature(0));
    expect(errors).toContain(signature(9));
    expect(instantiations).toBeLessThan(20_000);
  });

  it("reads few files", async () => {
    const count = async (text: string): Promise<number> => {
      const read = await declarationsRead({ "program.ts": text }, compiler);
      // None would mean that the compiler did not find the entry.
      expect(read).not.toEqual([]);
      return read.length;
    };
    expect(await count('export { createClient } from "@alkdev/operations/client";')).toBeLessThanOrEqual(20);
    expect(await count('export { defineOperation } from "@alkdev/operations";')).toBeLessThanOrEqual(30);
  });
});

describe.skipIf(!withTools)("when the published declarations are compared with those of the source", () => {
  it("says the same about every entry, export and member, in the same words", async () => {
    const published = await readEntriesIn(join(projectRoot, "dist/types"));
    expect(published.map(comparable)).toEqual((await readEntries()).map(comparable));
  });
});

/** The order differs, and schemas of TypeBox are no longer members of the namespace `Type`. */
function comparable({ name, summary, exports }: Entry): unknown {
  const ours = exports.map(({ from: _package, ...each }) => each);
  const sorted = ours.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return JSON.parse(JSON.stringify({ name, summary, sorted }).replaceAll(/\bType\.(?=T[A-Z])/g, ""));
}
