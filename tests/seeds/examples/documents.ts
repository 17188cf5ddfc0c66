// Seed 000: `FromOpenAPI(spec: OpenAPISpec, config)`, with documents as authors have them in their types.
import assert from "node:assert/strict";
import { FromOpenAPI, importOpenAPI, type OpenAPISpec } from "@alkdev/operations";

// In the manner of `OpenAPIV3.Document` of openapi-types: interfaces, without index signatures.
interface InfoObject { title: string; description?: string; version: string }
interface OperationObject { operationId?: string; responses: ResponsesObject; deprecated?: boolean }
interface ResponsesObject { [code: string]: { description: string } }
interface PathItemObject { get?: OperationObject; post?: OperationObject }
interface PathsObject { [pattern: string]: PathItemObject | undefined }
interface Document {
  openapi: string;
  info: InfoObject;
  servers?: Array<{ url: string }>;
  paths: PathsObject;
  components?: { schemas?: Record<string, object> };
  "x-express-openapi-additional-middleware"?: Array<(request: unknown) => void>;
}

const config = { namespace: "pets", baseUrl: "http://api.test" };
const responses = { 200: { description: "" } };
const typed: Document = {
  openapi: "3.0.3",
  info: { title: "Pets", version: "1" },
  paths: { "/pets": { get: { operationId: "list", responses } } },
};
const spec: OpenAPISpec = typed;
assert.equal(FromOpenAPI(typed, config)[0].name, "list");
assert.equal(importOpenAPI(spec, config).operations.length, 1);

// Written out, with any further fields
const written: OpenAPISpec = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1", "x-logo": {}, license: { name: "MIT" } },
  servers: [{ url: "http://api.test" }],
  paths: {},
  components: { schemas: {} },
  "x-tag-groups": [],
};
assert.deepEqual(FromOpenAPI(written, config), []);
FromOpenAPI({ swagger: "2.0", info: { title: "Pets", version: "1" }, host: "api.test", paths: {}, "x-a": 1 }, config);

// Half and half, and not typed at all
FromOpenAPI({ openapi: "3.0.0", info: typed.info, paths: typed.paths, components: {}, "x-a": 1 }, config);
FromOpenAPI({ ...typed, tags: [] }, config);
FromOpenAPI(JSON.parse(JSON.stringify(typed)), config);
FromOpenAPI(JSON.parse(JSON.stringify(typed)) as Record<string, unknown>, config);
// @ts-expect-error a text is no document
assert.throws(() => FromOpenAPI("openapi: 3.0.0", config));
// @ts-expect-error the paths are an object
void (() => FromOpenAPI({ openapi: "3.0.0", paths: 1 }, config));
