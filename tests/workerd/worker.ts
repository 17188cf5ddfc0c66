/** Runs on workerd, which allows code generation while a module starts, and refuses it afterwards. */
import { Type } from "typebox";
import { OperationRegistry, OperationType, collectErrors, defineOperation } from "../../src/entries/index.ts";

const registry = new OperationRegistry();
registry.register(
  defineOperation({
    name: "describe",
    namespace: "pets",
    version: "1.0.0",
    type: OperationType.QUERY,
    description: "Describes a pet.",
    inputSchema: Type.Object({ name: Type.String({ pattern: "^[A-Z]" }) }),
    outputSchema: Type.Object({
      pet: Type.Union([
        Type.Object({ kind: Type.Literal("dog"), name: Type.String() }),
        Type.Object({ kind: Type.Literal("cat"), lives: Type.Number({ default: 9 }) }),
      ]),
    }),
    accessControl: { requiredScopes: [] },
    handler: async ({ name }: { name: string }) => ({ pet: { kind: "dog" as const, name, secret: 1 }, also: "this" }),
  }),
);

function generates(): boolean {
  try {
    // oxlint-disable-next-line typescript/no-implied-eval -- only asks whether it is allowed
    return new Function("return true")() as boolean;
  } catch {
    return false;
  }
}

const atStart = { generates: generates(), errors: collectErrors({ type: "string" }, 3).length };

export default {
  async test(): Promise<void> {
    const result = await registry.execute("pets.describe", { name: "Rex" });
    const refused: unknown = await registry.execute("pets.describe", { name: "rex" }).catch((error: unknown) => error);
    const { code } = refused as { code?: string };
    console.log(JSON.stringify({ atStart, later: generates(), data: result.data, code }));
  },
};
