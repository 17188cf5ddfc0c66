/** Operations with unusual inputs and results: conditions, secrets, long descriptions, long texts. */
import { defineOperation, FromSchema, OperationType, Type } from "../../../src/entries/index.ts";
import type { AnyOperation } from "../../../src/entries/index.ts";

const shared = { version: "1.0.0", accessControl: { requiredScopes: [] }, namespace: "odd" };

export function oddOperations(): AnyOperation[] {
  return [
    defineOperation({
      ...shared,
      name: "pay",
      description: "Asks for other fields, depending on the method.",
      type: OperationType.MUTATION,
      inputSchema: FromSchema({
        type: "object",
        properties: { method: { enum: ["card", "bank"] } },
        required: ["method"],
        if: { properties: { method: { const: "card" } }, required: ["method"] },
        then: { properties: { number: { type: "string", minLength: 4 } }, required: ["number"] },
        else: { properties: { iban: { type: "string" } } },
      }),
      outputSchema: FromSchema({ type: "object", properties: { paid: { type: "boolean" } } }),
      handler: () => ({ paid: true }),
    }),
    defineOperation({
      ...shared,
      name: "login",
      description: "Asks for secrets.",
      type: OperationType.MUTATION,
      inputSchema: Type.Object({
        user: Type.String(),
        password: Type.String({ format: "password" }),
        pin: Type.Optional(Type.Integer({ writeOnly: true })),
      }),
      outputSchema: Type.Unknown(),
      handler: ({ user, password, pin = 0 }) => ({ welcome: user, secrets: password.length + String(pin).length }),
    }),
    defineOperation({
      ...shared,
      name: "talkative",
      description: "Returns members that its schema does not name.",
      type: OperationType.QUERY,
      inputSchema: Type.Object({}),
      outputSchema: FromSchema({ type: "object", properties: { id: { type: "number" } } }),
      handler: () => ({ id: 1, extra: true, "<b>": 2 }),
    }),
    defineOperation({
      ...shared,
      name: "taciturn",
      description: "Leaves out a member that has a default.",
      type: OperationType.QUERY,
      inputSchema: Type.Object({}),
      outputSchema: FromSchema({ type: "object", properties: { id: { type: "number" }, isOpen: { default: true } } }),
      handler: () => ({ id: 1 }),
    }),
    defineOperation({
      ...shared,
      name: "poem",
      description: "Returns a text with line breaks.",
      type: OperationType.QUERY,
      inputSchema: Type.Object({}),
      outputSchema: Type.String(),
      handler: () => "first line\n  second line",
    }),
    defineOperation({
      ...shared,
      name: "text",
      description: `# Long words\n\nWith \`code\`, **weight** and a [link](https://example.org/).\n\n${"And on. ".repeat(80)}`,
      type: OperationType.QUERY,
      inputSchema: Type.Object({}),
      outputSchema: Type.Unknown(),
      handler: () => ({ text: "lorem ipsum ".repeat(400_000), number: 7 }),
    }),
  ];
}
