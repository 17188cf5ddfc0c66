/**
 * A model that follows a script, behind the APIs of four providers. It refuses tools whose schemas break the provider's
 * rules, calls one tool, and then reports the tool's answer.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { ruleProblems } from "../../src/tools/lowering/rule-problems.ts";
import type { SchemaRules } from "../../src/tools/lowering/schema-rules.ts";
import { anthropicRules, anthropicStrictRules } from "../../src/tools/providers/anthropic-rules.ts";
import { geminiRules } from "../../src/tools/providers/gemini-rules.ts";
import { openaiRules, openaiStrictRules } from "../../src/tools/providers/openai-rules.ts";

type Members = Readonly<Record<string, unknown>>;

/** What the model calls. */
export interface Script {
  readonly name: string;
  readonly arguments: Members;
}

export interface ScriptedModel {
  readonly url: string;
  /** The bodies of all requests. */
  readonly requests: readonly Members[];
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export async function startScriptedModel(script: Script): Promise<ScriptedModel> {
  const requests: Members[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Members;
      requests.push(body);
      const { status, body: told } = answerTo(request.url ?? "", body, script);
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(told));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function answerTo(url: string, body: Members, script: Script): Answer {
  const speaker = Object.entries(speakers).find(([path]) => url.split("?")[0]?.endsWith(path))?.[1];
  if (speaker === undefined) return { status: 404, body: { error: { message: `There is no ${url}.` } } };
  const problems = speaker
    .toolsOf(body)
    .flatMap(({ name, schema, rules }) => [
      ...(rules.toolNames.test(name) ? [] : [`the name ${name}`]),
      ...ruleProblems(schema, rules).map((problem) => `${name}: ${problem}`),
    ]);
  if (problems.length > 0) return { status: 400, body: { error: { message: problems.join("\n") } } };
  if (!speaker.toolsOf(body).some(({ name }) => name === script.name)) {
    return { status: 400, body: { error: { message: `There is no tool ${script.name}.` } } };
  }
  const result = speaker.resultIn(body);
  return { status: 200, body: result === undefined ? speaker.call(script) : speaker.say(`The shop says: ${result}`) };
}

interface GivenTool {
  readonly name: string;
  readonly schema: Members;
  readonly rules: SchemaRules;
}

/** How to speak one API. */
interface Speaker {
  toolsOf(body: Members): GivenTool[];
  /** The last result of a tool in the conversation. */
  resultIn(body: Members): string | undefined;
  call(script: Script): unknown;
  say(text: string): unknown;
}

const strictOr = (strict: unknown, rules: { strict: SchemaRules; plain: SchemaRules }): SchemaRules =>
  strict === true ? rules.strict : rules.plain;
const openai = { strict: openaiStrictRules.rules, plain: openaiRules.rules };
const anthropic = { strict: anthropicStrictRules.rules, plain: anthropicRules.rules };

const listIn = (body: Members, name: string): Members[] => (body[name] ?? []) as Members[];

const response = (output: unknown[]) => ({
  id: "resp_1",
  object: "response",
  created_at: 1,
  model: "scripted",
  status: "completed",
  error: null,
  incomplete_details: null,
  instructions: null,
  metadata: {},
  parallel_tool_calls: true,
  temperature: 1,
  top_p: 1,
  tool_choice: "auto",
  tools: [],
  usage: {
    input_tokens: 1,
    output_tokens: 1,
    total_tokens: 2,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens_details: { reasoning_tokens: 0 },
  },
  output,
});

const completion = (message: unknown, finish_reason: string) => ({
  id: "c1",
  object: "chat.completion",
  created: 1,
  model: "scripted",
  choices: [{ index: 0, finish_reason, logprobs: null, message }],
});

const message = (content: unknown[], stop_reason: string) => ({
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "scripted",
  stop_reason,
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
  content,
});

const candidate = (parts: unknown[]) => ({
  candidates: [{ index: 0, finishReason: "STOP", content: { role: "model", parts } }],
});

const speakers: Readonly<Record<string, Speaker>> = {
  "/responses": {
    toolsOf: (body) =>
      listIn(body, "tools").map(({ name, parameters, strict }) => ({
        name: String(name),
        schema: parameters as Members,
        rules: strictOr(strict, openai),
      })),
    resultIn: (body) =>
      listIn(body, "input").findLast(({ type }) => type === "function_call_output")?.["output"] as string | undefined,
    call: ({ name, arguments: given }) =>
      response([
        {
          type: "function_call",
          id: "fc_1",
          call_id: "call_1",
          status: "completed",
          name,
          arguments: JSON.stringify(given),
        },
      ]),
    say: (text) =>
      response([
        {
          type: "message",
          id: "m1",
          role: "assistant",
          status: "completed",
          content: [{ type: "output_text", text, annotations: [] }],
        },
      ]),
  },
  "/chat/completions": {
    toolsOf: (body) =>
      listIn(body, "tools").map((tool) => {
        const { name, parameters, strict } = tool["function"] as Members;
        return { name: String(name), schema: parameters as Members, rules: strictOr(strict, openai) };
      }),
    resultIn: (body) =>
      listIn(body, "messages").findLast(({ role }) => role === "tool")?.["content"] as string | undefined,
    call: ({ name, arguments: given }) => {
      const tool_calls = [{ id: "call_1", type: "function", function: { name, arguments: JSON.stringify(given) } }];
      return completion({ role: "assistant", content: null, refusal: null, tool_calls }, "tool_calls");
    },
    say: (content) => completion({ role: "assistant", content, refusal: null }, "stop"),
  },
  "/messages": {
    toolsOf: (body) =>
      listIn(body, "tools").map(({ name, input_schema, strict }) => ({
        name: String(name),
        schema: input_schema as Members,
        rules: strictOr(strict, anthropic),
      })),
    resultIn: (body) => {
      const blocks = listIn(body, "messages").flatMap(({ content }) =>
        Array.isArray(content) ? (content as Members[]) : [],
      );
      const found = blocks.findLast(({ type }) => type === "tool_result");
      return (
        found &&
        listIn(found, "content")
          .map(({ text }) => String(text))
          .join("\n")
      );
    },
    call: ({ name, arguments: input }) => message([{ type: "tool_use", id: "toolu_1", name, input }], "tool_use"),
    say: (text) => message([{ type: "text", text, citations: null }], "end_turn"),
  },
  ":generateContent": {
    toolsOf: (body) =>
      listIn(body, "tools")
        .flatMap((tool) => listIn(tool, "functionDeclarations"))
        .map(({ name, parametersJsonSchema }) => ({
          name: String(name),
          schema: parametersJsonSchema as Members,
          rules: geminiRules.rules,
        })),
    resultIn: (body) => {
      const parts = listIn(body, "contents").flatMap((content) => listIn(content, "parts"));
      const found = parts.findLast(({ functionResponse }) => functionResponse !== undefined)?.["functionResponse"] as
        | Members
        | undefined;
      return found && JSON.stringify((found["response"] as Members)["output"]);
    },
    call: ({ name, arguments: args }) => candidate([{ functionCall: { id: "fc_1", name, args } }]),
    say: (text) => candidate([{ text }]),
  },
};
