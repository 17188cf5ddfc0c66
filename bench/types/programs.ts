/** Programs that declare 100 operations and call each through a typed client: with our package, and with its peers. */

export const OPERATIONS = 100;
const PER_NAMESPACE = 10;

export interface Program {
  readonly name: string;
  readonly text: string;
}

const indexes = Array.from({ length: OPERATIONS }, (_, index) => index);
const namespaces = Array.from({ length: OPERATIONS / PER_NAMESPACE }, (_, index) => index);
const namesIn = (namespace: number): number[] =>
  indexes.slice(namespace * PER_NAMESPACE, (namespace + 1) * PER_NAMESPACE);
const isMutation = (index: number): boolean => index % 3 === 0;

/** The same two schemas, written for each library: `shout` differs, so that no two types are the same. */
const zodSchemas = (index: number): [input: string, output: string] => [
  `z.object({ id: z.string(), count: z.number().optional(), tags: z.array(z.string()), shout${index}: z.boolean() })`,
  `z.object({ id: z.string(), total${index}: z.number(), lines: z.array(z.object({ text: z.string(), size: z.number() })) })`,
];
const typeBoxSchemas = (index: number): [input: string, output: string] => [
  `Type.Object({ id: Type.String(), count: Type.Optional(Type.Number()), tags: Type.Array(Type.String()), shout${index}: Type.Boolean() })`,
  `Type.Object({ id: Type.String(), total${index}: Type.Number(), lines: Type.Array(Type.Object({ text: Type.String(), size: Type.Number() })) })`,
];
const valibotSchemas = (index: number): [input: string, output: string] => [
  `v.object({ id: v.string(), count: v.optional(v.number()), tags: v.array(v.string()), shout${index}: v.boolean() })`,
  `v.object({ id: v.string(), total${index}: v.number(), lines: v.array(v.object({ text: v.string(), size: v.number() })) })`,
];
const plainSchemas = (index: number): [input: string, output: string] => [
  `{ type: "object", properties: { id: { type: "string" }, count: { type: "number" }, tags: { type: "array", items: { type: "string" } }, shout${index}: { type: "boolean" } }, required: ["id", "tags", "shout${index}"] } as const`,
  `{ type: "object", properties: { id: { type: "string" }, total${index}: { type: "number" }, lines: { type: "array", items: { type: "object", properties: { text: { type: "string" }, size: { type: "number" } }, required: ["text", "size"] } } }, required: ["id", "total${index}", "lines"] } as const`,
];
const handlerBody = (index: number): string =>
  `({ id: input.id, total${index}: input.count ?? 0, lines: input.tags.map((text) => ({ text, size: input.shout${index} ? 1 : 0 })) })`;
const inputOf = (index: number): string => `{ id: "a", tags: ["b"], shout${index}: true }`;

/** Ours, with every kind of schema in turn, or with one. */
export function oursProgram(name: string, libraries: ReadonlyArray<keyof typeof schemasBy>): Program {
  const operation = (index: number): string => {
    const [input, output] = schemasBy[libraries[index % libraries.length] ?? "zod"](index);
    return `const op${index} = defineOperation({
  name: "op${index}", namespace: "ns${Math.floor(index / PER_NAMESPACE)}", version: "1.0.0", description: "",
  type: OperationType.${isMutation(index) ? "MUTATION" : "QUERY"}, accessControl: { requiredScopes: [] },
  inputSchema: ${input},
  outputSchema: ${output},
  handler: (input) => ${handlerBody(index)},
});`;
  };
  return {
    name,
    text: `import { defineOperation, OperationType, Type } from "@alkdev/operations";
import { createClient, type RemoteCaller } from "@alkdev/operations/client";
import * as v from "valibot";
import { z } from "zod";
${indexes.map(operation).join("\n")}
const operations = { ${indexes.map((index) => `op${index}`).join(", ")} };
declare const caller: RemoteCaller;
const client = createClient<typeof operations>(caller);
${indexes.map((index) => `export const r${index}: number = (await client.ns${Math.floor(index / PER_NAMESPACE)}.op${index}(${inputOf(index)})).data.total${index};`).join("\n")}
export { Type, v, z };
`,
  };
}

const schemasBy = {
  zod: zodSchemas,
  typebox: typeBoxSchemas,
  valibot: valibotSchemas,
  plain: plainSchemas,
} as const;

export function tRPCProgram(): Program {
  const procedure = (index: number): string => {
    const [input, output] = zodSchemas(index);
    return `op${index}: t.procedure.input(${input}).output(${output}).${isMutation(index) ? "mutation" : "query"}(({ input }) => ${handlerBody(index)}),`;
  };
  const call = (namespace: number, index: number): string =>
    `export const r${index}: number = (await client.ns${namespace}.op${index}.${isMutation(index) ? "mutate" : "query"}(${inputOf(index)})).total${index};`;
  return {
    name: "tRPC 11 with Zod",
    text: `import { initTRPC } from "@trpc/server";
import { createTRPCClient, httpLink } from "@trpc/client";
import { z } from "zod";
const t = initTRPC.create();
const router = t.router({
${namespaces.map((namespace) => `ns${namespace}: t.router({\n${namesIn(namespace).map(procedure).join("\n")}\n}),`).join("\n")}
});
const client = createTRPCClient<typeof router>({ links: [httpLink({ url: "http://localhost" })] });
${namespaces.flatMap((namespace) => namesIn(namespace).map((index) => call(namespace, index))).join("\n")}
`,
  };
}

export function oRPCProgram(): Program {
  const procedure = (index: number): string => {
    const [input, output] = zodSchemas(index);
    return `op${index}: os.input(${input}).output(${output}).handler(({ input }) => ${handlerBody(index)}),`;
  };
  const call = (namespace: number, index: number): string =>
    `export const r${index}: number = (await client.ns${namespace}.op${index}(${inputOf(index)})).total${index};`;
  return {
    name: "oRPC 1 with Zod",
    text: `import { os, type RouterClient } from "@orpc/server";
import { createORPCClient } from "@orpc/client";
import { z } from "zod";
const router = {
${namespaces.map((namespace) => `ns${namespace}: {\n${namesIn(namespace).map(procedure).join("\n")}\n},`).join("\n")}
};
declare const link: Parameters<typeof createORPCClient>[0];
const client: RouterClient<typeof router> = createORPCClient(link);
${namespaces.flatMap((namespace) => namesIn(namespace).map((index) => call(namespace, index))).join("\n")}
`,
  };
}
