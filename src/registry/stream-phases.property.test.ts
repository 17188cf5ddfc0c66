import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { until } from "../../tests/support/until.ts";
import type { ResponseEnvelope } from "../envelope/response-envelope.ts";
import { CallError } from "../errors/call-error.ts";
import type { CallPhase } from "../errors/error-table.ts";
import { settled } from "../errors/settled-error.ts";
import type { OperationContext } from "../operation/operation-context.ts";
import { OperationType } from "../operation/operation-type.ts";
import { forwardCall } from "./call/call-scope.ts";
import { spec } from "./fixtures.test-support.ts";
import { OperationRegistry } from "./operation-registry.ts";
import { subscribe } from "./subscribe.ts";

describe("when a stream that has given items ends with an error", () => {
  const phases: readonly CallPhase[] = ["notStarted", "started", "unknown"];

  it("never says that it has not started, whatever ends it and wherever its handler passes it on to", async () => {
    const ways = ["thrown", "settled", "middleware", "abort", "deadline"] as const;
    const cases = fc.record({
      items: fc.nat(3),
      phase: fc.constantFrom(...phases),
      way: fc.constantFrom(...ways),
      source: fc.constantFrom(undefined, "remote" as const, "openapi" as const, "mcp" as const),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ items, phase, way, source }) => {
        const error = new CallError("EXECUTION_ERROR", "It fails here.", undefined, { phase });
        const handler = async function* (_input: unknown, context: OperationContext) {
          // Nothing that it passes on has left.
          if (source !== undefined) forwardCall(context, { phase: "notStarted" });
          for (let n = 1; n <= items; n++) yield n;
          if (way === "abort" || way === "deadline")
            await new Promise((resolve) => context.signal.addEventListener("abort", resolve));
          if (way === "thrown" || way === "settled") throw way === "settled" ? settled(error) : error;
        };
        const registry = new OperationRegistry().register({
          ...spec({ name: "stream", type: OperationType.SUBSCRIPTION }),
          ...(source === undefined ? {} : { origin: { source } }),
          handler,
        });
        registry.use(async (_call, next) => {
          const stream = (await next()) as AsyncIterable<ResponseEnvelope>;
          if (way !== "middleware") return stream;
          return (async function* () {
            yield* stream;
            throw error;
          })();
        });
        const controller = new AbortController();
        const deadline = way === "deadline" ? Date.now() + 20 : undefined;
        const stream = subscribe(registry, "test.stream", {}, { signal: controller.signal, deadline });
        let given = 0;
        const ended = (async () => {
          for await (const _item of stream) given++;
        })().catch((thrown: unknown) => thrown as CallError);
        if (way === "abort") {
          await until(() => given === items);
          controller.abort();
        }
        const failure = await ended;
        expect(failure).toBeInstanceOf(CallError);
        expect(given === 0 || (failure as CallError).phase === "started").toBe(true);
      }),
      { numRuns: 150 },
    );
  });
});
