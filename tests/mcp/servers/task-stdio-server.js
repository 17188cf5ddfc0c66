/** A handwritten server of 2026-07-28 with the tasks extension. It writes each request to standard error. */
import { createInterface } from "node:readline";

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const answer = (id, result) =>
  send({ id, result: { resultType: "complete", ttlMs: 0, cacheScope: "private", ...result } });
const TASKS = "io.modelcontextprotocol/tasks";
const tasks = new Map();

/** The states of a task, one for each `tasks/get`. */
const courses = {
  report: () => [
    { status: "working", statusMessage: "reading" },
    { status: "working", statusMessage: "writing" },
    { status: "completed", result: { content: [{ type: "text", text: "done" }] } },
  ],
  question: (answers) => [
    { status: "working" },
    answers === undefined
      ? {
          status: "input_required",
          inputRequests: {
            who: {
              method: "elicitation/create",
              params: { mode: "form", message: "Who?", requestedSchema: { type: "object", properties: {} } },
            },
          },
        }
      : { status: "completed", result: { content: [{ type: "text", text: JSON.stringify(answers) }] } },
  ],
  failing: () => [{ status: "failed", error: { code: -32603, message: "out of paper" } }],
  endless: () => [{ status: "working" }],
};

const methods = {
  "server/discover": ({ id }) =>
    answer(id, {
      supportedVersions: ["2026-07-28"],
      capabilities: { tools: {}, extensions: { [TASKS]: {} } },
      serverInfo: { name: "tasks", version: "1.0.0" },
    }),
  "tools/list": ({ id }) =>
    answer(id, { tools: Object.keys(courses).map((name) => ({ name, inputSchema: { type: "object" } })) }),
  "tools/call": ({ id, params: { name, _meta } }) => {
    const declared = _meta["io.modelcontextprotocol/clientCapabilities"]?.extensions?.[TASKS];
    if (declared === undefined) return send({ id, error: { code: -32021, message: "needs tasks" } });
    const taskId = `task-${tasks.size}`;
    tasks.set(taskId, { name, step: 0, answers: undefined });
    answer(id, { resultType: "task", taskId, status: "working", pollIntervalMs: 50 });
  },
  "tasks/get": ({ id, params: { taskId } }) => {
    const task = tasks.get(taskId);
    const states = courses[task.name](task.answers);
    const state = states[Math.min(task.step++, states.length - 1)];
    answer(id, { taskId, pollIntervalMs: 50, ...state });
  },
  "tasks/update": ({ id, params: { taskId, inputResponses } }) => {
    tasks.get(taskId).answers = inputResponses;
    answer(id, {});
  },
  "tasks/cancel": ({ id }) => answer(id, {}),
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.method?.startsWith("tasks/")) process.stderr.write(`${message.method}\n`);
  const handle = methods[message.method];
  if (handle !== undefined) handle(message);
  else if (message.id !== undefined) send({ id: message.id, error: { code: -32601, message: "Method not found" } });
});
