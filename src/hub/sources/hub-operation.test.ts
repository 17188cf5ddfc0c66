import { Type } from "typebox";
import { expect, it } from "vitest";
import { defineOperation } from "../../operation/define-operation.ts";
import type { AnyOperation } from "../../operation/define-operation.ts";
import { defineMiddleware } from "../../operation/middleware.ts";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import { inputExamplesOf } from "../../schema/print/input-example.ts";
import { parameterTexts } from "../../search/parameter-texts.ts";
import { FromOpenAPI } from "../../sources/openapi/import-openapi.ts";
import { CallCounter } from "./call-counter.ts";
import { HubOperation } from "./hub-operation.ts";

it("runs the middleware of an operation under the rules of the hub", async () => {
  const withTenant = defineMiddleware((_call, next) => next({ context: { tenant: "Analytical Engines" } }));
  const whose = defineOperation({
    name: "whose",
    namespace: "tenants",
    version: "1.0.0",
    type: "QUERY",
    description: "The tenant of the caller",
    inputSchema: Type.Object({}),
    outputSchema: Type.String(),
    accessControl: { requiredScopes: [] },
    use: [withTenant],
    handler: (_input, { tenant }) => tenant,
  });
  const rules = { kind: "local", needsApproval: false, output: undefined, calls: new CallCounter() } as const;
  const served = new HubOperation(whose, { ...rules, accessControl: { requiredScopes: [] } });
  expect((await new OperationRegistry().register(served).execute(whose, {})).data).toBe("Analytical Engines");
});

it("keeps the deprecation of an operation, even as JSON", () => {
  const deprecated = { successor: "demo.b" };
  const old = defineOperation({
    name: "a",
    namespace: "demo",
    version: "1.0.0",
    type: "QUERY",
    description: "",
    deprecated,
    inputSchema: Type.Object({}),
    outputSchema: Type.String(),
    accessControl: { requiredScopes: [] },
    handler: () => "",
  });
  const rules = { kind: "local", needsApproval: false, output: undefined, calls: new CallCounter() } as const;
  const served = new HubOperation(old, { ...rules, accessControl: old.accessControl });
  expect(served.deprecated).toEqual(deprecated);
  expect(served.toJSON().deprecated).toEqual(deprecated);
});

it("gives a search the same parameters and examples as the imported operation", () => {
  const parameter = { name: "city", in: "query", description: "Where it rains", schema: {}, example: "Oslo" };
  const document = {
    openapi: "3.1.0",
    info: { title: "weather", version: "1" },
    paths: { "/now": { get: { parameters: [parameter], responses: { 200: { description: "ok" } } } } },
  };
  const [imported] = FromOpenAPI(document, { namespace: "weather", baseUrl: "https://weather.example" });
  const rules = { kind: "openapi", needsApproval: false, output: undefined, calls: new CallCounter() } as const;
  const accessControl = { requiredScopes: [] };
  const served = new HubOperation(imported as AnyOperation, { ...rules, accessControl });
  expect(parameterTexts(served)).toEqual([{ name: "city", description: "Where it rains" }]);
  expect(inputExamplesOf(served)).toEqual({ city: "Oslo" });
});
