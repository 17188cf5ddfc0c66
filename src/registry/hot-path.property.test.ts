import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ResponseEnvelope } from "../envelope/response-envelope.ts";
import { httpEnvelope, localEnvelope, mcpEnvelope } from "../envelope/response-envelope.ts";
import { CallError } from "../errors/call-error.ts";
import type { JSONSchema } from "../schema/types/scope.ts";
import { anySchema, anyValue } from "../schema/normalise/arbitraries.test-support.ts";
import { dispatch } from "./dispatch.ts";
import { spec } from "./fixtures.test-support.ts";
import { OperationRegistry } from "./operation-registry.ts";

type Behaviour = () => unknown;

const schemas = anySchema({ defaults: true });

const returned = anyValue.map(
  (value): Behaviour =>
    () =>
      value,
);
const enveloped = anyValue.chain((value) =>
  fc.constantFrom<Behaviour>(
    () => localEnvelope(value, "some.where"),
    () => httpEnvelope(value, { statusCode: 200, headers: {}, contentType: "application/json" }),
    () => mcpEnvelope(value, { isError: true, content: [] }),
    () => mcpEnvelope(value, { isError: false, content: [{ type: "text", text: "x" }], structured: true }),
    () => ({ data: value, meta: { source: "constructor" } }),
    () => ({ data: value, meta: null }),
  ),
);
const throwing = fc
  .constantFrom<() => unknown>(
    () => new Error("broken"),
    () => "broken",
    () => undefined,
    () => new CallError("DECLARED", "on purpose", { a: 1 }),
    () => new CallError("CONNECTION_LOST", "gone", undefined, { phase: "notStarted" }),
  )
  .map((make): Behaviour => () => {
    throw make();
  });

const behaviours = fc
  .tuple(fc.oneof(returned, enveloped, throwing), fc.constantFrom("at once", "later", "as a thenable"))
  .map(([behaviour, when]): Behaviour => {
    if (when === "at once") return behaviour;
    if (when === "later") return async () => behaviour();
    return () => ({
      then: (resolve: (value: unknown) => void, reject: (error: unknown) => void) => {
        try {
          resolve(behaviour());
        } catch (error) {
          reject(error);
        }
      },
    });
  });

/** What a caller can observe of an outcome. */
async function outcomeOf(call: Promise<ResponseEnvelope>): Promise<unknown> {
  try {
    const { data, meta } = await call;
    return { data, meta: { ...meta, timestamp: 0 } };
  } catch (error) {
    if (!(error instanceof CallError)) return { noCallError: error };
    const { code, phase, message, details, retryable } = error;
    return { code, phase, message, details, retryable };
  }
}

interface Case {
  readonly inputSchema: JSONSchema;
  readonly outputSchema: JSONSchema;
  readonly input: unknown;
  readonly behaviour: Behaviour;
  readonly strict: boolean;
  readonly output: "strip" | "keep";
  readonly requiredScopes: string[];
}

function registryOf({ inputSchema, outputSchema, behaviour, requiredScopes, ...options }: Case): OperationRegistry {
  return new OperationRegistry({ ...options, onWarning: () => undefined }).register({
    ...spec({ name: "op", inputSchema, outputSchema, accessControl: { requiredScopes } }),
    handler: behaviour,
  });
}

describe("when a call takes the hot path", () => {
  it("has the same outcome as on the careful path", async () => {
    const cases = fc.record<Case>({
      inputSchema: fc.oneof(fc.constant({}), schemas),
      outputSchema: schemas,
      input: anyValue,
      behaviour: behaviours,
      strict: fc.boolean(),
      output: fc.constantFrom("strip", "keep"),
      requiredScopes: fc.constantFrom([], ["a"]),
    });
    await fc.assert(
      fc.asyncProperty(cases, async (each) => {
        const hot = registryOf(each);
        const careful = registryOf(each);
        careful.use((_call, next) => next());
        const context = { identity: { id: "ada", scopes: ["b"] } };
        for (let round = 0; round < 3; round++) {
          expect(await outcomeOf(hot.execute("test.op", each.input))).toEqual(
            await outcomeOf(careful.execute("test.op", each.input)),
          );
          expect(await outcomeOf(dispatch(hot, { id: "test.op", input: each.input, context }))).toEqual(
            await outcomeOf(dispatch(careful, { id: "test.op", input: each.input, context })),
          );
        }
        expect(hot.getStats("test.op")).toEqual(careful.getStats("test.op"));
      }),
      { numRuns: 300 },
    );
  });
});
