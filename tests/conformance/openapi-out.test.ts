/** Independent validators accept the documents that we serve, and importing them yields the same operations. */
import { beforeAll, describe, expect, it } from "vitest";
import { ensureSubPackage } from "../../scripts/sub-package.ts";
import { FromOpenAPI, importOpenAPI, OperationRegistry, toJSONSchema } from "../../src/entries/index.ts";
import type { AnySchema, OperationSpec } from "../../src/entries/index.ts";
import { toOpenAPI } from "../../src/entries/serve-http.ts";
import type { OpenAPIDocument } from "../../src/entries/serve-http.ts";
import { ensureDocuments, readDocument } from "../openapi-documents/documents.ts";
import { demoOperations } from "../support/demo-operations.ts";
import { isLeftOut } from "../support/left-out.ts";
import { firstDifference } from "../support/same-schema.ts";

const hasGitHub = !isLeftOut("openapi-documents");
if (hasGitHub) await ensureDocuments();
else console.warn("LEFT OUT: GitHub's OpenAPI document, from npm.");

function demoRegistry(): OperationRegistry {
  return new OperationRegistry().registerAll(demoOperations());
}

function githubRegistry(): OperationRegistry {
  const operations = FromOpenAPI(readDocument("github"), {
    namespace: "github",
    baseUrl: "https://api.github.com",
  });
  return new OperationRegistry().registerAll(operations);
}

const WORDS = ["type", "version", "title", "description", "tags", "idempotent", "output"] as const;
const tester = { id: "tester", scopes: ["demo:write"] };

/** The document as text, as a client receives it. */
function served(registry: OperationRegistry): string {
  return JSON.stringify(toOpenAPI(registry, { identity: tester, title: "Served", version: "2.0.0" }));
}

const registries: Array<[name: string, registry: OperationRegistry]> = [["the demo registry", demoRegistry()]];
if (hasGitHub) registries.push(["a registry imported from GitHub's document", githubRegistry()]);
const texts = new Map(registries.map(([name, registry]) => [name, served(registry)]));

function readDocumentOf(name: string): OpenAPIDocument {
  return JSON.parse(texts.get(name) ?? "") as OpenAPIDocument;
}

describe.each(registries)("when the document of %s is read back", (name, registry) => {
  const imported = importOpenAPI(readDocumentOf(name), {
    namespace: "served",
    namespaces: "document",
    baseUrl: "http://127.0.0.1:9",
    patterns: "trust",
  });
  const byId = new Map(imported.operations.map((each) => [`${each.namespace}.${each.name}`, each as OperationSpec]));

  it("has the same ids, types, versions and texts", () => {
    const words = (spec: OperationSpec): unknown => ({
      id: `${spec.namespace}.${spec.name}`,
      ...Object.fromEntries(WORDS.map((key) => [key, spec[key]])),
    });
    const plain = (specs: readonly OperationSpec[]): unknown => JSON.parse(JSON.stringify(specs.map(words)));
    expect(imported.report.quarantined).toEqual([]);
    expect(plain(imported.operations)).toEqual(plain(registry.list()));
  });

  it.each(["inputSchema", "outputSchema"] as const)("has equivalent schemas: %s", (which) => {
    const differences = registry.list().flatMap((spec) => {
      const id = `${spec.namespace}.${spec.name}`;
      const direction = which === "inputSchema" ? "input" : "output";
      const plain = (schema: AnySchema): unknown => JSON.parse(JSON.stringify(toJSONSchema(schema, direction)));
      const pair = { one: plain(spec[which]), other: plain(byId.get(id)?.[which] ?? {}) };
      const difference = firstDifference(pair);
      return difference === undefined ? [] : [`${id} ${difference}`];
    });
    expect(differences).toEqual([]);
  });
});

describe("when validators of OpenAPI 3.1 check the document", () => {
  interface Verdict {
    readonly valid: boolean;
    readonly errors?: unknown;
  }
  type Validate = (document: object) => Promise<Verdict>;
  const validators = new Map<string, Validate>();

  beforeAll(async () => {
    if (isLeftOut("openapi-validators")) return;
    await ensureSubPackage("tests/openapi-out");
    // Imported through a variable, because they are not installed when types are checked.
    const folder = "../openapi-out/node_modules";
    const readme = (await import(`${folder}/@readme/openapi-parser/dist/index.js`)) as { validate: Validate };
    const seriousme = (await import(`${folder}/@seriousme/openapi-schema-validator/index.js`)) as {
      Validator: new () => { validate: Validate };
    };
    validators.set("readme", (document) => readme.validate(document));
    validators.set("seriousme", (document) => new seriousme.Validator().validate(document));
  });

  it.skipIf(isLeftOut("openapi-validators")).each(registries)("accept the document of %s", async (registryName) => {
    for (const [name, validate] of validators) {
      // Validators change the document, so each reads its own.
      const { valid, errors } = await validate(readDocumentOf(registryName));
      expect({ name, valid, errors: errors === undefined || valid ? undefined : errors }).toEqual({
        name,
        valid: true,
      });
    }
    expect(validators.size).toBe(2);
  });
});
