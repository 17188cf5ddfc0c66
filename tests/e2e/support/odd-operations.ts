/** Operations that strain the page: conditions, long words, long texts. */
import { defineOperation, FromSchema, OperationType, Type } from "../../../src/index.ts";
import type { AnyOperation } from "../../../src/index.ts";

const shared = { version: "1.0.0", accessControl: { requiredScopes: [] }, namespace: "odd" };

export function oddOperations(): AnyOperation[] {
  return [
    defineOperation({
      ...shared,
      name: "pay",
      description: "Asks for more or less, depending on what it is given.",
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
      description: "Asks for what nobody else should see.",
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
      name: "poem",
      description: "A text of lines.",
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
