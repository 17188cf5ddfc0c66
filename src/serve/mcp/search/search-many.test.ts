import { Type } from "typebox";
import { afterEach, describe, expect, it } from "vitest";
import { ensureDocuments, readDocument } from "../../../../tests/openapi-documents/documents.ts";
import { isLeftOut } from "../../../../tests/support/left-out.ts";
import { z } from "zod";
import { defineOperation } from "../../../operation/define-operation.ts";
import type { AnyOperation } from "../../../operation/define-operation.ts";
import { operationId } from "../../../operation/operation-id.ts";
import { OperationType } from "../../../operation/operation-type.ts";
import { importOpenAPI } from "../../../sources/openapi/import-openapi.ts";
import type { OpenAPISpec } from "../../../sources/openapi/options/openapi-document.ts";
import { openAccess, registryOf } from "../fixtures.test-support.ts";
import { call, connected, describeIds, endAll, idsFor, namesOf, textOf } from "./search-client.test-support.ts";
import { SEARCH_TOOL_NAMES } from "../tools/tool-catalog.ts";

afterEach(endAll);

const VERBS = ["create", "list", "update", "delete", "archive", "export", "import", "approve", "reject", "copy"];
const NOUNS = "invoice customer shipment ticket article contract payment vehicle sensor recipe".split(" ");
const PLACES = "berlin tokyo nairobi lima oslo cairo quito hanoi dublin sofia".split(" ");

function* manyOperations(): Generator<AnyOperation> {
  for (let region = 0; region < 10; region++) {
    for (const place of PLACES) {
      for (const noun of NOUNS) {
        for (const verb of VERBS) {
          yield defineOperation({
            name: `${verb}${noun[0]?.toUpperCase()}${noun.slice(1)}`,
            namespace: `region${region}.${place}`,
            version: "1.0.0",
            type: verb === "list" ? OperationType.QUERY : OperationType.MUTATION,
            description: `Lets the office of ${place} ${verb} one ${noun}`,
            inputSchema: Type.Object({ [`${noun}Number`]: Type.String() }),
            outputSchema: Type.Unknown(),
            accessControl: openAccess,
            handler: () => `${verb} ${noun} in ${place}`,
          });
        }
      }
    }
  }
}

describe("when there are ten thousand operations", () => {
  it("costs a model a few hundred tokens to begin with, and finds the right one", async () => {
    const client = await connected({ registry: registryOf(manyOperations()), options: { searchAbove: 60 } });
    const listed = await client.request({ method: "tools/list", params: {} }, z.looseObject({ tools: z.unknown() }));
    expect(JSON.stringify(listed["tools"]).length).toBeLessThan(2900);
    expect(await idsFor(client, "create an invoice in Tokyo region7", 1)).toEqual(["region7.tokyo.createInvoice"]);
    expect(await idsFor(client, "region3 lima: which tickets are there? list them", 1)).toEqual([
      "region3.lima.listTicket",
    ]);
    expect(await idsFor(client, "aprove vehicles oslo", 10)).toEqual(
      expect.arrayContaining(Array.from({ length: 10 }, (_, region) => `region${region}.oslo.approveVehicle`)),
    );
    const found = await client.callTool({ name: "search_operations", arguments: { query: "copy recipe sofia" } });
    expect(String(textOf(found)).length).toBeLessThan(2000);
    expect(textOf(await client.callTool(call("region0.cairo.rejectPayment", { paymentNumber: "1" })))).toBe(
      "reject payment in cairo",
    );
  });
});

describe.skipIf(isLeftOut("openapi-documents"))("when GitHub's API is searched", () => {
  it("finds what a model would look for", async () => {
    await ensureDocuments();
    const document = readDocument("github") as OpenAPISpec;
    const { operations } = importOpenAPI(document, { namespace: "github", baseUrl: "https://api.example" });
    const client = await connected({ registry: registryOf(operations), options: { searchAbove: 60 } });
    expect(await namesOf(client)).toEqual([...SEARCH_TOOL_NAMES, "read_result"]);
    const wanted = {
      "create an issue": "issues_create",
      "list pull requests of a repository": "pulls_list",
      "merge a pull request": "pulls_merge",
      "add labels to an issue": "issues_add-labels",
      "upload a release asset": "repos_upload-release-asset",
      "who am I: get the authenticated user": "users_get-authenticated",
      "rename branch": "repos_rename-branch",
      "creat isue": "issues_create",
      listWorkflowRuns: "actions_list-workflow-runs",
    };
    for (const [query, name] of Object.entries(wanted)) {
      expect({ query, ids: await idsFor(client, query) }).toEqual({
        query,
        ids: expect.arrayContaining([`github.${name}`]) as unknown,
      });
    }
    const [described] = await describeIds(client, "github.issues_create");
    expect(described).toHaveProperty("signature", expect.stringContaining("  owner: string;\n"));
    expect(described).toHaveProperty("example", {
      owner: "<owner>",
      repo: "<repo>",
      body: expect.objectContaining({ title: "Found a bug" }) as unknown,
    });
    // Tokens are characters / 4. Two JSON Schemas took 3,400.
    const [most, withExample] = [3400 / 3, { count: 0 }];
    for (const operation of operations.filter((_, index) => index % 10 === 0)) {
      const [each] = await describeIds(client, operationId(operation));
      expect({ id: each?.["id"], fits: JSON.stringify(each).length / 4 <= most }).toMatchObject({ fits: true });
      if (each?.["example"] !== undefined) withExample.count++;
    }
    expect(withExample.count).toBeGreaterThan(20);
  });
});
