/** Operations of every kind, for tests of the interfaces. */
import { z } from "zod";
import { CallError, defineOperation, Type } from "../../src/entries/index.ts";
import type { AnyOperation } from "../../src/entries/index.ts";

const open = { requiredScopes: [] };
const base = { namespace: "demo", version: "1.2.3", accessControl: open };

const Tree = Type.Cyclic(
  { Node: Type.Object({ label: Type.String(), children: Type.Optional(Type.Array(Type.Ref("Node"))) }) },
  "Node",
);

export function demoOperations(): AnyOperation[] {
  return [
    defineOperation({
      ...base,
      name: "add",
      type: "QUERY",
      title: "Add",
      description: "Adds two numbers.",
      tags: ["maths"],
      inputSchema: Type.Object({ a: Type.Number(), b: Type.Number({ default: 0 }) }),
      outputSchema: Type.Object({ sum: Type.Number() }),
      metadata: { difficulty: 1 },
      handler: async ({ a, b }) => ({ sum: a + b }),
    }),
    defineOperation({
      ...base,
      name: "withdraw",
      type: "MUTATION",
      description: "Takes money out.",
      inputSchema: Type.Object({ amount: Type.Integer({ minimum: 1 }) }, { additionalProperties: false }),
      outputSchema: Type.Object({ balance: Type.Integer() }),
      accessControl: { requiredScopes: ["demo:write"] },
      idempotent: true,
      output: "keep",
      errorSchemas: {
        INSUFFICIENT_FUNDS: {
          description: "There is not enough.",
          httpStatus: 409,
          schema: Type.Object({ balance: Type.Integer() }),
        },
        CLOSED: { description: "The account is closed." },
      },
      handler: async ({ amount }) => {
        if (amount > 3) throw new CallError("INSUFFICIENT_FUNDS", "The account holds 3 EUR.", { balance: 3 });
        return { balance: 3 - amount };
      },
    }),
    defineOperation({
      ...base,
      name: "count",
      type: "SUBSCRIPTION",
      description: "Counts.",
      inputSchema: Type.Object({ to: Type.Integer(), failAt: Type.Optional(Type.Integer()) }),
      outputSchema: Type.Integer(),
      handler: async function* ({ to, failAt }) {
        for (let item = 1; item <= to; item++) {
          if (item === failAt) throw new CallError("EXECUTION_ERROR", `It fails at ${item}.`);
          yield item;
        }
      },
    }),
    defineOperation({
      ...base,
      name: "lists",
      type: "SUBSCRIPTION",
      description: "Items that are lists, and objects that look like events.",
      inputSchema: Type.Undefined(),
      outputSchema: Type.Union([Type.Array(Type.String()), Type.Object({ event: Type.String(), data: Type.String() })]),
      handler: async function* () {
        yield ["a", "b"];
        yield { event: "error", data: "x" };
      },
    }),
    defineOperation({
      ...base,
      name: "forget",
      type: "MUTATION",
      description: "Returns nothing.",
      inputSchema: Type.Union([Type.Object({ id: Type.String() }), Type.Undefined()]),
      outputSchema: Type.Undefined(),
      handler: async () => undefined,
    }),
    defineOperation({
      ...base,
      name: "maybe",
      type: "QUERY",
      description: "Returns something or nothing.",
      inputSchema: Type.Object({ found: Type.Boolean() }),
      outputSchema: Type.Union([Type.String(), Type.Undefined()]),
      handler: async ({ found }) => (found ? "found" : undefined),
    }),
    defineOperation({
      ...base,
      name: "echo",
      type: "QUERY",
      description: "Returns its input, whatever it is.",
      inputSchema: Type.Unknown(),
      outputSchema: Type.Unknown(),
      handler: async (input) => input,
    }),
    defineOperation({
      ...base,
      name: "text",
      type: "QUERY",
      description: "Takes and returns text.",
      inputSchema: Type.String(),
      outputSchema: Type.Union([Type.String(), Type.Null()]),
      handler: async (input) => (input === "" ? null : input.toUpperCase()),
    }),
    defineOperation({
      ...base,
      namespace: "demo.deep",
      name: "grow",
      type: "QUERY",
      description: "Recursive in and out.",
      inputSchema: Tree,
      outputSchema: Tree,
      handler: async (input) => ({ label: "root", children: [input] }),
    }),
    defineOperation({
      ...base,
      name: "zod",
      type: "QUERY",
      description: "Described by another library.",
      inputSchema: z.object({ email: z.email(), tags: z.array(z.string()).default([]) }),
      outputSchema: z.object({ tags: z.number() }),
      handler: async ({ tags }) => ({ tags: tags.length }),
    }),
  ];
}
