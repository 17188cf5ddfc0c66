// Seed 000: adapters return `OperationSpec & { handler }`: objects that programs take apart, copy and change.
import assert from "node:assert/strict";
import { defineOperation, FromOpenAPI, OperationRegistry, type OperationHandler, type OperationSpec } from "@alkdev/operations";

const document = {
  openapi: "3.0.3",
  info: { title: "Pets", version: "1" },
  paths: {
    "/pets/{id}": {
      get: {
        operationId: "pet",
        deprecated: true,
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        responses: { 200: { description: "", content: { "application/json": { schema: { type: "object", properties: { name: { type: "string" } } } } } } },
      },
    },
  },
};
const imported = () => FromOpenAPI(document, { namespace: "pets", baseUrl: "http://api.test" })[0];
const op = imported();

const { handler, ...spec } = op;
const apart = new OperationRegistry();
apart.registerSpec(spec);
apart.registerHandler("pets.pet", handler);

const changed = new OperationRegistry();
changed.register({ ...op, accessControl: { requiredScopes: ["pets:read"] } });

const renamed = new OperationRegistry();
renamed.register(Object.assign({}, op, { namespace: "animals" }));
renamed.register(defineOperation({ ...op, handler: op.handler as OperationHandler, name: "again" }));

for (const copy of [apart.getSpec("pets.pet"), changed.getSpec("pets.pet"), renamed.getSpec("animals.pet"), renamed.getSpec("pets.again")]) {
  for (const member of ["inputSchema", "outputSchema", "errorSchemas", "origin", "metadata", "deprecated"] as const) {
    assert.deepEqual(JSON.parse(JSON.stringify(copy![member])), JSON.parse(JSON.stringify(op[member])), member);
  }
}
assert.deepEqual(changed.getSpec("pets.pet")!.accessControl, { requiredScopes: ["pets:read"] });
await assert.rejects(changed.execute("pets.pet", {}), /id/);
const cloned: OperationSpec = structuredClone(spec);
assert.deepEqual(Object.keys(cloned.inputSchema), Object.keys(op.inputSchema));

// An own schema in the place of the document's
const own = imported();
(own as { outputSchema: object }).outputSchema = { type: "string" };
assert.deepEqual(new OperationRegistry().register(own).getSpec("pets.pet")!.outputSchema, { type: "string" });
assert.equal((imported().outputSchema as { type?: string }).type, "object");
