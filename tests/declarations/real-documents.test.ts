import { beforeAll, describe, expect, it } from "vitest";
import { ensureSubPackage } from "../../scripts/sub-package.ts";
import { generateTypes } from "../../src/declarations/generate-types.ts";
import { importOpenAPIFile } from "../../src/sources/openapi/load-openapi.ts";
import { documentFile, documentNames, ensureDocuments } from "../openapi-documents/documents.ts";
import { otherSharedDocuments } from "../openapi-documents/shared-documents.ts";
import { docsSamples } from "../support/docs-sample.ts";
import { isLeftOut } from "../support/left-out.ts";
import { compile, compilers } from "./compile.ts";

async function typesOf(file: string, namespace: string, register = false): Promise<string> {
  const { operations } = await importOpenAPIFile(file, { namespace, baseUrl: "https://api.example" });
  return generateTypes(operations, { register });
}

/** Twenty calls as a user would write them, and typical mistakes. */
const twentyCalls = `
import { buildEnv, OperationRegistry, subscribe } from "@alkdev/operations";
import { createClient } from "@alkdev/operations/client";
import type { RemoteCaller } from "@alkdev/operations/client";
import type { Github, Operations } from "./operations.d.ts";

declare const caller: RemoteCaller;
const registry = new OperationRegistry();
const env = buildEnv({ registry });
const client = createClient(caller);
const repository = { owner: "ada", repo: "engine" };

const issue: Github.Issue = (await env.github.issues_get({ ...repository, issue_number: 3 })).data;
export const title: string = issue.title;
export const login: string | undefined = issue.user?.login;
await env.github.issues_create({ ...repository, body: { title: "It stops", labels: ["bug", { name: "engine" }] } });
await env.github["issues_list-comments"]({ ...repository, issue_number: 3, per_page: 5 });
await env.github.pulls_create({ ...repository, body: { head: "fix", base: "main", title: "Fix" } });
await env.github.pulls_merge({ ...repository, pull_number: 1, body: { merge_method: "squash" } });
await env.github["repos_get-content"]({ ...repository, path: "README.md" });
await env.github.meta_root();
await client.github["users_get-by-username"]({ username: "ada" }, { timeoutMs: 500 });
await client.github["repos_list-for-user"]({ username: "ada", sort: "updated" });
export const stars: number = (await registry.execute("github.repos_get", repository)).data.stargazers_count;
await registry.execute("github.search_code", { q: "engine" });
await registry.execute("github.gists_create", { body: { files: { "a.txt": { content: "a" } } } });
await registry.execute("github.meta_root");
export const anything: unknown = (await registry.execute("other.operation", { any: "input" })).data;
export type Input = Operations["github"]["issues_get"]["input"];

// @ts-expect-error a number is missing
await env.github.issues_get(repository);
// @ts-expect-error a text is no number
await env.github.issues_get({ ...repository, issue_number: "3" });
// @ts-expect-error a misspelt name
await env.github["issues_list-comments"]({ ...repository, issue_number: 3, perpage: 5 });
// @ts-expect-error no such choice
await env.github.pulls_merge({ ...repository, pull_number: 1, body: { merge_method: "force" } });
// @ts-expect-error no such operation
await env.github.issues_gett({ ...repository, issue_number: 3 });
// @ts-expect-error no such member
issue.headline;
// @ts-expect-error it may be null
issue.user.login;
// @ts-expect-error no such choice
await client.github["repos_list-for-user"]({ username: "ada", sort: "age" });
// @ts-expect-error a text is missing
await registry.execute("github.search_code", {});
// @ts-expect-error it needs an input
await registry.execute("github.repos_get");
// @ts-expect-error it is no stream
subscribe(registry, "github.repos_get", repository);
`;

const guide = "docs/guide/types.md";

function guideSample(): string {
  const [calls = ""] = docsSamples(guide, "What is typed", "ts compiled");
  return `import { buildEnv, OperationRegistry } from "@alkdev/operations";
    import { createClient, type RemoteCaller } from "@alkdev/operations/client";
    declare const spoke: RemoteCaller;
    const registry = new OperationRegistry();
    const env = buildEnv({ registry });
    export const both = () => [data, issue];\n${calls}`;
}

/** GitHub's types, which take long to make. */
let declarations: string;

beforeAll(async () => {
  if (!isLeftOut("package-tools")) await ensureSubPackage("tests/package");
  if (isLeftOut("openapi-documents")) return;
  await ensureDocuments();
  declarations = await typesOf(documentFile("github"), "github", true);
});

describe.skipIf(isLeftOut("openapi-documents"))("when the types of GitHub's operations are part of a program", () => {
  it.each(Object.keys(compilers) as Array<keyof typeof compilers>)(
    "lets only correct calls compile on %s, and the samples of the guide",
    async (name) => {
      if (name === "TypeScript 5.9" && isLeftOut("package-tools")) return;
      const files = { "operations.d.ts": declarations, "calls.ts": twentyCalls, "sample.ts": guideSample() };
      const { errors, instantiations } = await compile(files, { compiler: name, checksDeclarations: false });
      expect(errors).toBe("");
      expect(instantiations).toBeLessThan(100_000);
    },
  );

  it("registers them as the guide says", () => {
    const [registered = ""] = docsSamples(guide, "Several files in one program", "ts compiled");
    expect(registered).not.toBe("");
    expect(declarations).toContain(registered.trim());
  });

  it("produces the same bytes again, whatever the order of the operations", async () => {
    const { operations } = await importOpenAPIFile(documentFile("github"), { namespace: "github" });
    expect(generateTypes(operations.toReversed()) === declarations).toBe(true);
  });

  it("names each component once, however many operations use it", () => {
    expect(declarations.match(/export type SimpleUser = /g)).toHaveLength(1);
    expect(declarations.match(/Github\.SimpleUser|: SimpleUser/g)?.length).toBeGreaterThan(100);
  });
});

describe("when the types of real documents are compiled", () => {
  it("accepts them all", { timeout: 1_200_000 }, async () => {
    const others = documentNames.filter((name) => name !== "github");
    const npm = isLeftOut("openapi-documents") ? [] : others.map((name) => [name, documentFile(name)] as const);
    const all = [...npm, ...otherSharedDocuments().map(({ name, file }) => [`shared-${name}`, file] as const)];
    const files = await Promise.all(
      all.map(async ([name, file]) => {
        const namespace = name.replaceAll(/[^a-z0-9]+/g, "-");
        return [`${namespace}.d.ts`, await typesOf(file, namespace)] as const;
      }),
    );
    // One file may register its types: GitHub's, which exist already.
    const github = isLeftOut("openapi-documents") ? {} : { "github.d.ts": declarations };
    expect((await compile({ ...Object.fromEntries(files), ...github })).errors).toBe("");
  });
});
