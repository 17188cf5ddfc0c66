import { typescriptLanguage } from "@codemirror/lang-javascript";
import { describe, expect, it } from "vitest";
import type { LoadedOperation } from "../api/contract.ts";
import { completeProgram } from "./complete-program.ts";
import type { ProgramCompletion } from "./complete-program.ts";
import { operationsIn } from "./program-world.ts";
import type { ProgramWorld } from "./program-world.ts";

const common = { version: "1.0.0", type: "QUERY" } as const;
const issue = {
  type: "object",
  properties: {
    title: { type: "string", description: "What it is about" },
    labels: { type: "array", items: { $ref: "#/$defs/Label" } },
  },
};
const operations: LoadedOperation[] = [
  {
    ...common,
    id: "github.issues.list",
    namespace: "github.issues",
    name: "list",
    title: "List issues",
    description: "Lists the issues of a repository",
    inputSchema: {
      type: "object",
      required: ["repo"],
      properties: {
        state: { enum: ["open", "closed"] },
        repo: { type: "string", description: "owner/name" },
        sort: { type: "object", properties: { by: { enum: ["age"] }, isDown: { type: "boolean" } } },
        kinds: { type: "array", items: { enum: ["bug", "idea"] } },
      },
    },
    outputSchema: {
      $defs: { Label: { type: "object", properties: { name: { type: "string" }, colour: { type: "string" } } } },
      type: "array",
      items: { anyOf: [issue, { type: "object", properties: { pull: { type: "boolean" } } }] },
    },
  },
  {
    ...common,
    id: "clock.ticks",
    namespace: "clock",
    name: "ticks",
    type: "SUBSCRIPTION",
    description: "Ticks",
    inputSchema: { type: "object" },
    outputSchema: { type: "object", properties: { tick: { type: "integer" } } },
  },
  {
    ...common,
    id: "my-ns.go",
    namespace: "my-ns",
    name: "go",
    description: "Goes",
    inputSchema: {},
    outputSchema: { type: "object", properties: { gone: { type: "boolean" } } },
  },
];
const world: ProgramWorld = {
  operations,
  loaded: (id) => operations.find((operation) => operation.id === id),
};

/** The completions at `|`. */
function optionsAt(marked: string): readonly ProgramCompletion[] {
  const at = marked.indexOf("|");
  const text = marked.replace("|", "");
  return completeProgram({ tree: typescriptLanguage.parser.parse(text), text, at, world })?.options ?? [];
}
const labelsAt = (marked: string): string[] => optionsAt(marked).map(({ label }) => label);
/** Without methods. */
const propertiesAt = (marked: string): string[] =>
  optionsAt(marked)
    .filter(({ kind }) => kind !== "method")
    .map(({ label }) => label);

const LIST = 'await env.github.issues.list({ repo: "a/b" })';

describe("the operations", () => {
  it("come by namespace, with titles and descriptions", () => {
    expect(labelsAt("await env.|")).toEqual(["github", "clock", "my-ns"]);
    expect(labelsAt("await env.github.|")).toEqual(["issues"]);
    expect(optionsAt("const x = await env.github.issues.li|")).toMatchObject([
      { label: "list", kind: "operation", detail: "List issues", operation: "github.issues.list" },
    ]);
  });

  it("are offered even if another line follows", () => {
    expect(labelsAt("const { data } = await env.github.|\nreturn data")).toEqual(["issues"]);
  });

  it("are found in a program, so that their schemas can be loaded", () => {
    const text = 'env . github.issues\n  .list({}); env["my-ns"].go(); env.clock; env.unknown.x()';
    expect(operationsIn(text, world)).toEqual(["github.issues.list", "my-ns.go"]);
  });
});

describe("an input", () => {
  it("offers the members of its schema that are not written yet, required ones first", () => {
    expect(optionsAt("env.github.issues.list({|})")).toMatchObject([
      { label: "state", detail: '"open" | "closed"', isFirst: false },
      { label: "repo", detail: "required string", about: "owner/name", isFirst: true },
      { label: "sort" },
      { label: "kinds" },
    ]);
    expect(labelsAt('env.github.issues.list({ repo: "a", s| })')).toEqual(["state", "sort", "kinds"]);
    expect(labelsAt('env.github.issues.list({\n  repo: "a",\n  |\n})')).toEqual(["state", "sort", "kinds"]);
  });

  it("offers the members of its parts", () => {
    expect(labelsAt("env.github.issues.list({ sort: { | } })")).toEqual(["by", "isDown"]);
  });

  it("is completed while it is unfinished", () => {
    expect(labelsAt("env.github.issues.list({ |")).toContain("repo");
    expect(labelsAt("env.github.issues.list({ re|")).toContain("repo");
  });

  it("offers the values that its schema lists, even in strings and lists", () => {
    expect(labelsAt("env.github.issues.list({ state: | })")).toEqual(['"open"', '"closed"']);
    expect(labelsAt('env.github.issues.list({ state: "o|" })')).toEqual(['"open"', '"closed"']);
    expect(labelsAt("env.github.issues.list({ kinds: [|] })")).toEqual(['"bug"', '"idea"']);
    expect(labelsAt("env.github.issues.list({ sort: { isDown: | } })")).toEqual(["true", "false"]);
    expect(labelsAt("env.github.issues.list({ kinds: | })")).not.toContain('"bug"');
  });
});

describe("a result", () => {
  it.each([
    ["an awaited call", `(${LIST}).|`, ["data", "meta"]],
    ["a variable", `const answer = ${LIST};\nanswer.|`, ["data", "meta"]],
    ["a destructured variable", `const { data: issues } = ${LIST};\nissues[0].|`, ["title", "labels", "pull"]],
    ["a loop", `const { data } = ${LIST};\nfor (const one of data) { one.| }`, ["title", "labels", "pull"]],
    ["a callback", `const { data } = ${LIST};\nreturn data.filter((one) => one.|)`, ["title", "labels", "pull"]],
    ["a callback that destructures", `(${LIST}).data.map(({ labels }) => labels[0].|)`, ["name", "colour"]],
    ["a mapped list", `(${LIST}).data.map((one) => one.labels[0]).find(Boolean).|`, ["name", "colour"]],
    ["the result of map", `(${LIST}).data.map(({ title }) => ({ title, n: 1 }))[0].|`, ["title", "n"]],
    ["concurrent calls", `const [one] = await Promise.all([env.github.issues.list({})]);\none.|`, ["data", "meta"]],
    ["a stream", "for await (const { data } of env.clock.ticks({})) { data.| }", ["tick"]],
    ["a function of the program", `async function f() { return ${LIST}; }\n(await f()).|`, ["data", "meta"]],
    ["then", "env.github.issues.list({}).then((answer) => answer.|)", ["data", "meta"]],
    ["unwrap", `unwrap(${LIST})[0].|`, ["title", "labels", "pull"]],
    ["an optional member", `(${LIST}).data?.[0]?.|`, ["title", "labels", "pull"]],
    ["an assertion", `((${LIST}).data as Issue[])[0]!.|`, ["title", "labels", "pull"]],
    ["a namespace in brackets", 'const { data } = await env["my-ns"].go({});\ndata.|', ["gone"]],
    ["search", 'const found = await search("x");\nfound[0].|', ["id", "type", "description"]],
    ["an error", "try { f() } catch (error) { error.| }", ["code", "message", "details", "phase", "retryable"]],
  ])("%s has its members", (_name, marked, expected) => {
    expect(propertiesAt(marked)).toEqual(expected);
  });

  it("has descriptions and types", () => {
    expect(optionsAt(`(${LIST}).data[0].|`)[0]).toMatchObject({ detail: "string", about: "What it is about" });
  });

  it("offers array methods if it is a list", () => {
    expect(labelsAt(`(${LIST}).data.|`)).toContain("map");
  });

  it("is unknown if a nearer variable has the same name", () => {
    expect(labelsAt(`const { data } = ${LIST};\nfunction f(data) { return data.| }`)).toEqual([]);
  });

  it("is unknown if it is defined by itself", () => {
    expect(labelsAt("const a = b; const b = a; a.|")).toEqual([]);
    expect(labelsAt("const a = a.x; a.|")).toEqual([]);
  });
});

describe("elsewhere", () => {
  it("offers the sandbox's names, but not in comments and strings", () => {
    expect(labelsAt("return |")).toContain("env");
    expect(labelsAt("// en|")).toEqual([]);
    expect(labelsAt('const x = "en|"')).toEqual([]);
  });
});
