import { Type } from "typebox";
import { expect, it } from "vitest";
import { safe } from "../operation/declared-error.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { OperationRegistry } from "../registry/operation-registry.ts";
import { createClient } from "../client/create-client.ts";
import { watchLeftovers } from "./leftovers.ts";
import { connectPeerPair } from "./peer-pair.ts";

const greet = defineOperation({
  name: "greet",
  namespace: "demo",
  version: "1.0.0",
  type: "QUERY",
  description: "Says hello",
  inputSchema: Type.Object({ name: Type.String() }),
  outputSchema: Type.String(),
  errorSchemas: { NOBODY: { description: "There is no name" } },
  accessControl: { requiredScopes: [] },
  handler: ({ name }, { fail }) => (name === "" ? fail("NOBODY") : `Hello, ${name}`),
});

it("connects two peers, each of which calls the other, and leaves nothing behind", async () => {
  const leftovers = watchLeftovers();
  const back = { ...greet, name: "back" };
  const { near, far, close } = await connectPeerPair({
    near: { registry: new OperationRegistry().register(back) },
    far: { registry: new OperationRegistry().register(greet) },
  });
  expect((await near.call("demo.greet", { name: "Ada" })).data).toBe("Hello, Ada");
  expect((await far.call("demo.back", { name: "Bob" })).data).toBe("Hello, Bob");
  expect(await safe(createClient(near, [greet]).demo.greet({ name: "" }))).toMatchObject({ declared: true });
  await close();
  await leftovers.expectNothingLeft();
});
