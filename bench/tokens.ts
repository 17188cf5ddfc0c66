/**
 * What a model reads and writes, in tokens (characters / 4), to do one task over GitHub's API: with all operations as tools,
 * with tools that search them, and with programs. The API answers with the examples of its document.
 */
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { codeOperation } from "../src/code/code-operation.ts";
import { operationId } from "../src/operation/operation-id.ts";
import { OperationRegistry } from "../src/registry/operation-registry.ts";
import { QuickJSExecutor } from "../src/code/sandbox/quickjs-executor.ts";
import { describeOperations } from "../src/serve/mcp/search/describe-operations.ts";
import { serveMCP } from "../src/serve/mcp/serve-mcp.ts";
import { importOpenAPI } from "../src/sources/openapi/import-openapi.ts";
import type { OpenAPISpec } from "../src/sources/openapi/options/openapi-document.ts";
import { ensureDocuments, readDocument } from "../tests/openapi-documents/documents.ts";
import { median } from "./median.ts";
import { serveExamples } from "./tokens/github-api.ts";

const tokens = (value: unknown): number => (typeof value === "string" ? value : JSON.stringify(value)).length / 4;
const shown = (count: number): string => Math.round(count).toLocaleString("en").padStart(9);

/** The steps of the task: a request for each, and the call that answers it. */
const repo = { owner: "octocat", repo: "hello-world" };
const STEPS = [
  { words: "list the open issues of a repository", name: "issues_list-for-repo", input: { ...repo, state: "open" } },
  { words: "read the comments of an issue", name: "issues_list-comments", input: { ...repo, issue_number: 1347 } },
  {
    words: "add a label to an issue",
    name: "issues_add-labels",
    input: { ...repo, issue_number: 1347, body: { labels: ["bug"] } },
  },
  {
    words: "assign an issue to somebody",
    name: "issues_add-assignees",
    input: { ...repo, issue_number: 1347, body: { assignees: ["octocat"] } },
  },
  {
    words: "comment on an issue",
    name: "issues_create-comment",
    input: { ...repo, issue_number: 1347, body: { body: "On it." } },
  },
];

/** The same as one program. It returns what the person wants to know. */
const PROGRAM = `const repo = { owner: "octocat", repo: "hello-world" };
const { data: issues } = await env.github["issues_list-for-repo"]({ ...repo, state: "open" });
const issue_number = issues[0].number;
const { data: comments } = await env.github["issues_list-comments"]({ ...repo, issue_number });
await env.github["issues_add-labels"]({ ...repo, issue_number, body: { labels: ["bug"] } });
await env.github["issues_add-assignees"]({ ...repo, issue_number, body: { assignees: ["octocat"] } });
await env.github["issues_create-comment"]({ ...repo, issue_number, body: { body: "On it." } });
return { issue: issues[0].title, comments: comments.map(({ user, body }) => \`\${user.login}: \${body}\`).slice(0, 5) };`;

const WORDS = JSON.stringify(STEPS.map(({ words }) => words));
const LOOK = `const found = [];
for (const words of ${WORDS}) found.push(await search(words, { limit: 3 }));
return found.flat();`;

await ensureDocuments();
const document = readDocument("github") as OpenAPISpec;
const api = await serveExamples(document);
const { operations } = importOpenAPI(document, { namespace: "github", baseUrl: api.url, allowPrivateNetwork: true });
const idOf = (name: string): string => `github.${name}`;
const executor = new QuickJSExecutor({});

try {
  printDescriptions();
  console.log("\nFive steps: list issues, read comments, label, assign, comment");
  console.log("                   tools listed  turns  context at the end  read in all turns");
  await measure("plain tools", { searchAbove: Infinity }, async (model) => {
    for (const { name, input } of STEPS) await model.call(`github_${name}`, input);
  });
  await measure("search", { searchAbove: 0 }, async (model) => {
    for (const { words } of STEPS) await model.call("search_operations", { query: words });
    await model.call("describe_operations", { ids: STEPS.map(({ name }) => idOf(name)) });
    for (const { name, input } of STEPS) await model.call("call_operation", { id: idOf(name), input });
  });
  await measure("code mode", { searchAbove: 0, hasCode: true }, async (model) => {
    await model.call("run_code", { code: LOOK });
    await model.call("describe_operations", { ids: STEPS.map(({ name }) => idOf(name)) });
    await model.call("run_code", { code: PROGRAM });
  });
} finally {
  await executor.close();
  api.close();
}

function printDescriptions(): void {
  const catalog = { findById: (id: string) => operations.find((operation) => operationId(operation) === id) };
  const sizes = operations.map((operation) => {
    const ids = [operationId(operation)];
    return tokens(describeOperations({ catalog: catalog as never, onError: undefined }, { ids }, undefined));
  });
  console.log(`\ndescribe_operations, one of GitHub's ${operations.length} operations`);
  console.log(`  median ${shown(median(sizes))}, most ${shown(Math.max(...sizes))}`);
}

/** A model that reads and writes. Everything stays in its context. */
interface Model {
  call(name: string, given: object): Promise<void>;
}

interface Way {
  readonly searchAbove: number;
  readonly hasCode?: boolean;
}

async function measure(way: string, { searchAbove, hasCode = false }: Way, task: (model: Model) => Promise<void>) {
  const registry = new OperationRegistry().registerAll(operations);
  if (hasCode) registry.register(codeOperation({ registry, executor }));
  const service = serveMCP(registry, { searchAbove, pageSize: 10_000 });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await service.connect({ transport: far });
  const client = new Client({ name: "bench", version: "1.0.0" });
  await client.connect(near);
  const { tools } = await client.listTools();
  // Hosts send this to models: names, descriptions and input schemas.
  const listed = tokens(tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })));
  let context = listed + tokens(client.getInstructions() ?? "");
  let turns = 0;
  let read = 0;
  const answers = new Map<string, number[]>();
  await task({
    async call(name, given) {
      turns++;
      read += context;
      const { content, isError } = await client.callTool({ name, arguments: { ...given } });
      if (isError === true) throw new Error(`${way}: ${name} failed: ${JSON.stringify(content).slice(0, 500)}`);
      const answer = content.reduce((sum, block) => sum + (block.type === "text" ? tokens(block.text) : 0), 0);
      answers.set(name, [...(answers.get(name) ?? []), answer]);
      context += tokens(given) + answer;
    },
  });
  // The turn in which the model answers the person.
  read += context;
  console.log(
    `  ${way.padEnd(14)} ${shown(listed)} ${String(turns + 1).padStart(8)} ${shown(context).padStart(18)} ${shown(read).padStart(18)}`,
  );
  for (const [name, sizes] of answers) {
    if (!name.startsWith("github_")) console.log(`    ${name}: ${sizes.map((size) => Math.round(size)).join(", ")}`);
  }
  await client.close();
  await service.close();
}
