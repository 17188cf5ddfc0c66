// Seed 004, Response Envelopes: every sample of the page.
import assert from "node:assert/strict";
import { localEnvelope, httpEnvelope, mcpEnvelope, unwrap, isResponseEnvelope } from "@alkdev/operations";
import { ResponseEnvelopeSchema, ResponseMetaSchema } from "@alkdev/operations";
import type { ResponseEnvelope } from "@alkdev/operations";
import { Value } from "typebox/value";

const local = localEnvelope({ id: "123", title: "My task" }, "task.create");

const data = { ok: true };
const http = httpEnvelope(data, {
  statusCode: 200,
  headers: { "content-type": "application/json" },
  contentType: "application/json",
});

const mcp = mcpEnvelope(data, {
  isError: false,
  content: [{ type: "text", text: "Done" }],
});

const result = unwrap(local);
assert.equal(result.title, "My task");

for (const value of [local, http, mcp] as unknown[]) {
  if (isResponseEnvelope(value)) {
    const envelope: ResponseEnvelope = value;
    assert.ok(Value.Check(ResponseMetaSchema, envelope.meta));
  } else {
    assert.fail();
  }
  if (!Value.Check(ResponseEnvelopeSchema, value)) assert.fail();
}

const nothing = localEnvelope(undefined, "task.delete");
assert.equal(unwrap(nothing), undefined);
