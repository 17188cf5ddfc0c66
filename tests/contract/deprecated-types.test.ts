/** A linter that reads types, as editors do, finds calls of deprecated operations through the generated types. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { shop } from "../../examples/versions/shop.ts";
import { generateTypes } from "../../src/entries/types.ts";
import { projectRoot, runProgram } from "../support/run-program.ts";

/** Inside the project, for its compiler and its sources. */
const folder = join(projectRoot, ".cache", "deprecated-types");

const PROGRAM = `
import { createClient, overHTTP } from "../../src/entries/client.ts";
import { buildEnv, OperationRegistry } from "../../src/entries/index.ts";
import type { Operations } from "./operations.ts";

const client = createClient<Operations>(overHTTP({ url: "http://localhost" }));
await client.shop.order({ article: "lamp" });
await client.shop.v2.order({ sku: "lamp", count: 1 });
const env = buildEnv<Operations>({ registry: new OperationRegistry() });
await env.shop.order({ article: "lamp" });
await env.shop.v2.order({ sku: "lamp", count: 1 });
`;

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  const types = generateTypes(shop, { register: false }).replace("@alkdev/operations", "../../src/entries/index.ts");
  const config = { categories: { correctness: "off" }, rules: { "typescript/no-deprecated": "error" } };
  await writeFile(join(folder, "operations.ts"), types);
  await writeFile(join(folder, "program.ts"), PROGRAM.trimStart());
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ extends: "../../tsconfig.json", include: ["*.ts"] }));
  await writeFile(join(folder, "oxlintrc.json"), JSON.stringify(config));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it("marks calls of the old version through a client and an env, and no others", async () => {
  const options = ["--type-aware", "--no-ignore", "--format", "json", "-c", join(folder, "oxlintrc.json")];
  const { stdout } = await runProgram("oxlint", [...options, join(folder, "program.ts")]);
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: Array<{ message: string; labels: Array<{ span: { line: number } }> }>;
  };
  expect(diagnostics.map(({ labels }) => labels[0]?.span.line)).toEqual([6, 9]);
  for (const { message } of diagnostics) expect(message).toContain("Use shop.v2.order instead.");
});
