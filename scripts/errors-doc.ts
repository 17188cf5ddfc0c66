/** Writes docs/errors.md from the table of error codes. `--check` only reports whether it is up to date. */
import { readFileSync, writeFileSync } from "node:fs";
import { adviceOn } from "../src/errors/advice.ts";
import { ERROR_TABLE } from "../src/errors/error-table.ts";
import type { ErrorDescription } from "../src/errors/error-table.ts";
import { LONGEST_ERROR_DATA } from "../src/errors/upstream-status.ts";

const file = new URL("../docs/errors.md", import.meta.url);

const row = ([code, error]: [string, ErrorDescription]): string =>
  `| \`${code}\` | ${error.meaning} | ${error.advice} | ${error.retryable ? "yes" : "no"} | \`${error.phase}\` | ${error.httpStatus} | ${error.jsonRpcCode} |`;

const text = `# Errors

Every call that fails throws a \`CallError\`: \`{ code, message, details?, retryable, phase }\`, with the original error as its
\`cause\`. This page is made from \`src/errors/error-table.ts\` by \`npm run docs\`.

\`phase\` says what is known about the handler: \`notStarted\` (certain that it did not run), \`started\` (certain that it
did), \`unknown\`. The column shows the phase that the code alone implies; an error carries the exact one where more is
known. \`retryable\` says whether the same call, unchanged, may succeed later. The error of a stream that has given items
is never \`notStarted\`.

**Before you repeat a call.** A repetition is safe for a QUERY or an idempotent operation, and for any other only when the
phase is \`notStarted\`. One rule decides it from type, idempotence and phase, for every interface: the texts of MCP and of
tools for models, \`advice\` in problem documents, the command, the explorer, and the middleware \`retry\`.

| a repetition is | the error is | advice |
| --------------- | ------------ | ------ |
| not safe | anything | ${adviceOn({}, {})} |
| safe | retryable | ${adviceOn({ retryable: true }, { type: "QUERY" })} |
| safe | not retryable | none |

| code | meaning | what to do | retryable | phase | HTTP | JSON-RPC |
| ---- | ------- | ---------- | --------- | ----- | ---- | -------- |
${Object.entries(ERROR_TABLE).map(row).join("\n")}

## What callers see of \`details\`

The details of bad input, of a rate limit and of a missing login, and those of codes that the operation declares in its
\`errorSchemas\`. Anything may throw a code of the table above; then its details must fit what the operation declares. All
other details stay in the process, with two exceptions of an \`EXECUTION_ERROR\`:

- \`status\` and \`reason\`, if an API is down: \`status\` is that of its answer (429, 502, 503, 504) or, without a whole
  answer, 502, or 504 if the time to connect or to answer was up; \`reason\` is the code of the failed connection, such as
  \`ECONNREFUSED\`. The answer over HTTP has the same status, and the exit code of the command is 8.
- If the operation only passes its calls on to another server: the \`status\` of any answer, and the \`code\` and \`data\` of a
  JSON-RPC error. The server behind it has written them for its clients. Data with more than ${LONGEST_ERROR_DATA} characters of JSON is
  left out; a hub replaces the secrets of its config in it.

An operation may declare further codes in its \`errorSchemas\` and throw them with \`new CallError(code, message, details)\`.
They behave like \`EXECUTION_ERROR\`.

Whatever else a handler throws (an \`Error\`, a string, nothing) becomes \`EXECUTION_ERROR\` with what was thrown as its
\`cause\`. An error that a handler lets pass from a call of its own keeps its code, and its phase becomes \`started\`: the
outer handler has run.
`;

if (process.argv.includes("--check")) {
  if (readFileSync(file, "utf8") !== text) {
    console.error("docs/errors.md is out of date: run `npm run docs`.");
    process.exitCode = 1;
  }
} else {
  writeFileSync(file, text);
}
