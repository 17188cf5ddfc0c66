import { typescriptLanguage } from "@codemirror/lang-javascript";
import { describe, expect, it } from "vitest";
import type { LoadedOperation } from "../api/contract.ts";
import { explainCall, explainWord } from "./explain-program.ts";
import type { ProgramExplanation } from "./explain-program.ts";
import type { ProgramWorld } from "./program-world.ts";

const list: LoadedOperation = {
  version: "1.0.0",
  type: "QUERY",
  id: "tasks.list",
  namespace: "tasks",
  name: "list",
  description: "Lists tasks",
  inputSchema: {
    type: "object",
    required: ["limit"],
    properties: {
      limit: { type: "integer", description: "How many" },
      order: { type: "object", properties: { by: { enum: ["age", "title"] } } },
    },
  },
  outputSchema: {
    type: "array",
    items: { type: "object", required: ["id"], properties: { id: { type: "string" }, done: { type: "boolean" } } },
  },
};
const world: ProgramWorld = { operations: [list], loaded: (id) => (id === list.id ? list : undefined) };

function at(marked: string, explain: typeof explainWord): ProgramExplanation | undefined {
  const text = marked.replace("|", "");
  return explain({ tree: typescriptLanguage.parser.parse(text), text, at: marked.indexOf("|"), world });
}
const word = (marked: string): ProgramExplanation | undefined => at(marked, explainWord);
const call = (marked: string): ProgramExplanation | undefined => at(marked, explainCall);

const TASK = "{ id: string; done?: boolean }";

describe("a word", () => {
  it.each([
    ["const { da|ta } = await env.tasks.list({ limit: 1 })", `data: ${TASK}[]`],
    ["const [task] = (await env.tasks.list({})).data; return ta|sk", `task: ${TASK}`],
    ["for (const ta|sk of (await env.tasks.list({})).data) {}", `task: ${TASK}`],
    ["const { data } = await env.tasks.list({}); return data.map(({ i|d }) => id)", "id: string"],
    ["const { data } = await env.tasks.list({}); return data[0].do|ne", "done?: boolean"],
    ["const ids = (await env.tasks.list({})).data.map(({ id }) => id); return i|ds", "ids: Array<string>"],
    ["const answ|er = env.tasks.list({})", "answer: Promise<{"],
    ["try {} catch (err|or) {}", "error: {"],
    ["return await sea|rch('x')", "search(words, { limit })"],
  ])("has its type: %s", (program, code) => {
    expect(word(program)?.code?.startsWith(code)).toBe(true);
  });

  it("is an operation with its signature, or a namespace", () => {
    expect(word("await env.tasks.li|st({})")).toEqual({
      from: 16,
      to: 20,
      operation: "tasks.list",
      about: "Lists tasks",
    });
    expect(word("await env.ta|sks.list({})")).toMatchObject({ code: "env.tasks", about: "1 operation" });
  });

  it("is a member of an input, with its description from the schema", () => {
    expect(word("env.tasks.list({ li|mit: 1 })")).toMatchObject({ code: "limit: number", about: "How many" });
    expect(word("env.tasks.list({ order: { b|y: 'age' } })")).toMatchObject({ code: 'by?: "age" | "title"' });
  });

  it.each(["const x| = f()", "// da|ta", "return un|known", "'te|xt'", "const data = 1; return data.m|ap", "|"])(
    "has no explanation if nothing is known: %s",
    (program) => {
      expect(word(program)).toBeUndefined();
    },
  );
});

describe("a call", () => {
  it.each([
    "env.tasks.list(|)",
    "env.tasks.list(|",
    "env.tasks.list({ limit: 1, | })",
    "await env.tasks.list({ order: { by: '|' } });",
    "const { data } = await env.tasks.list({|\nreturn data",
  ])("is explained while its arguments are written: %s", (program) => {
    expect(call(program)).toMatchObject({ operation: "tasks.list", about: "Lists tasks" });
  });

  it("is explained for a function of the sandbox too", () => {
    expect(call("await search(|)")).toMatchObject({ code: "search(words, { limit })" });
  });

  it.each([
    "env.tasks.list({})|",
    "env.tasks.list|({})",
    "f(|)",
    "env.tasks.list(() => { | })",
    "env.unknown.x(|)",
    "|",
  ])("is not explained: %s", (program) => {
    expect(call(program)).toBeUndefined();
  });
});
