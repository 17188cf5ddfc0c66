/**
 * A user's program. `scripts/check-package.ts` compiles it against the packed package with strict settings and without
 * `skipLibCheck`, so that our declarations, and what they import, are checked as well. It is never run.
 */
import {
  CallError,
  FromSchema,
  OperationRegistry,
  OperationType,
  Type,
  buildEnv,
  checkAccess,
  defineOperation,
  isResponseEnvelope,
  localEnvelope,
  subscribe,
  unwrap,
} from "@alkdev/operations";
import { FromOpenAPI } from "@alkdev/operations";
import { createMCPClient } from "@alkdev/operations/from-mcp";
import { retry } from "@alkdev/operations/middleware";
import { serveMCP } from "@alkdev/operations/serve-mcp";
import type { Identity, OperationContext, OperationSpec, ResponseEnvelope } from "@alkdev/operations";

const add = defineOperation({
  name: "add",
  namespace: "maths",
  version: "1.0.0",
  type: OperationType.QUERY,
  description: "Adds two numbers",
  inputSchema: Type.Object({ a: Type.Number(), b: Type.Number() }),
  outputSchema: Type.Object({ total: Type.Number() }),
  accessControl: { requiredScopes: ["maths"] },
  handler: async ({ a, b }) => {
    // The input's type comes from its schema. It is neither `any` nor `unknown`.
    const sum: number = a + b;
    return { total: sum };
  },
});

const specOnly = {
  name: "now",
  namespace: "clock",
  version: "1.0.0",
  type: OperationType.QUERY,
  description: "Returns the time",
  inputSchema: FromSchema({ type: "object", properties: {} }),
  outputSchema: Type.String(),
  accessControl: { requiredScopes: [] },
} satisfies OperationSpec;

export async function main(identity: Identity, context: OperationContext): Promise<unknown> {
  const registry = new OperationRegistry();
  registry.register(add);
  registry.registerSpec(specOnly);
  registry.use(retry({ attempts: 2 }));
  registry.registerAll(FromOpenAPI({ openapi: "3.1.0" }, { namespace: "pets", baseUrl: "https://pets.example" }));
  const files = await createMCPClient("files", { command: "mcp-server-filesystem", args: ["."] });
  registry.registerAll(files.tools);
  await serveMCP(registry, { name: "mine" }).close();
  registry.registerHandler("clock.now", async () => localEnvelope(new Date().toISOString(), "clock.now"));
  if (!checkAccess(add.accessControl, identity)) throw new CallError("ACCESS_DENIED", "not for you");
  const envelope: ResponseEnvelope = await registry.execute("maths.add", { a: 1, b: 2 }, { identity });
  for await (const item of subscribe(registry, "clock.ticks", {})) if (isResponseEnvelope(item)) break;
  const env = buildEnv({ registry, context });
  return [unwrap(envelope), env];
}
