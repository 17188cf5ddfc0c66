import { afterEach, describe, expect, it } from "vitest";
import { Type } from "typebox";
import { defineOperation } from "../operation/define-operation.ts";
import { OperationRegistry } from "../registry/operation-registry.ts";
import { toTools } from "./to-tools.ts";
import type { ToolProvider, Tools, ToToolsOptions } from "./tools-options.ts";

const opened: Array<{ close(): void }> = [];

afterEach(() => opened.splice(0).forEach((tools) => tools.close()));

function open<TProvider extends ToolProvider>(
  options: ToToolsOptions<TProvider>,
  registry: OperationRegistry,
): Tools<TProvider> {
  const tools = toTools(registry, options);
  opened.push(tools);
  return tools;
}

const call = (name: string, input: object): { id: string; name: string; input: object } => ({ id: "1", name, input });

describe("when an answer is longer than the model's budget", () => {
  const rows = Array.from({ length: 300 }, (_, id) => ({ id, title: `Title ${id}` }));
  const list = (data: unknown): OperationRegistry =>
    new OperationRegistry().register(
      defineOperation({
        namespace: "notes",
        name: "list",
        version: "1.0.0",
        type: "QUERY",
        description: "Lists notes",
        inputSchema: Type.Object({}),
        outputSchema: Type.Unknown(),
        accessControl: { requiredScopes: [] },
        handler: () => data,
      }),
    );

  it("is cut, says what is missing, and can be read on with read_result", async () => {
    const tools = open({ provider: "openai-chat", answerTokens: 500 }, list({ rows }));
    const run = async (name: string, args: object): Promise<string> => {
      const called = { name, arguments: JSON.stringify(args) };
      return (await tools.execute({ id: "1", function: called })).content;
    };
    const answer = await run("notes_list", {});
    expect(answer.length).toBeLessThanOrEqual(2001);
    const [, handle = ""] = /"handle":"([^"]+)"/.exec(answer) ?? [];
    const page = JSON.parse(await run("read_result", { handle, select: "$.rows[298:].title" })) as object;
    expect(page).toMatchObject({ value: { rows: [{ title: "Title 298" }, { title: "Title 299" }] } });
  });

  it("is whole for callers who ask for all, always or once", async () => {
    const once = open({ provider: "anthropic" }, list("x".repeat(50_000)));
    const cut = JSON.stringify((await once.execute(call("notes_list", {}))).content);
    expect(cut.length).toBeLessThan(41_000);
    const whole = await once.execute(call("notes_list", {}), { answerTokens: "all" });
    expect(JSON.stringify(whole.content).length).toBeGreaterThan(50_000);
    const always = open({ provider: "anthropic", answerTokens: "all" }, list({ rows }));
    expect(always.definitions.map(({ name }) => name)).toEqual(["notes_list"]);
  });

  it("is reported beside a list, which has no room for it", async () => {
    const tools = open({ provider: "gemini", answerTokens: 500 }, list(rows));
    const { functionResponse } = await tools.execute({ id: "1", name: "notes_list", args: {} });
    expect(functionResponse.response).toMatchObject({
      output: expect.any(Array) as unknown,
      note: expect.stringContaining("read_result") as unknown,
    });
  });
});
