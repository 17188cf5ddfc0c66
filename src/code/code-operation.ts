import { Type } from "typebox";
import { CallError } from "../errors/call-error.ts";
import type { AccessControl } from "../operation/access-control.ts";
import { defineOperation } from "../operation/define-operation.ts";
import type { AnyOperation } from "../operation/define-operation.ts";
import { OperationType } from "../operation/operation-type.ts";
import { toCodeLimits } from "./code-limits.ts";
import { runCode } from "./run-code.ts";
import type { CodeReport, RunCodeOptions } from "./run-code.ts";

/** The options of `codeOperation`. */
export interface CodeOperationOptions extends Omit<RunCodeOptions, "context" | "refuse"> {
  /** Who may run programs. A program can still call only what its caller may call. Default: every caller. */
  readonly accessControl?: AccessControl | undefined;
}

const NAMESPACE = "run";
const NAME = "code";
/** The id of the operation. MCP clients see it as the tool `run_code`. */
export const CODE_OPERATION = `${NAMESPACE}.${NAME}`;

const DESCRIPTION = `Runs a TypeScript program that calls operations, and answers with what it returns and logs: use it for several calls, loops, and to cut large results down.
env.<namespace>.<name>(input) calls an operation. It resolves to { data, meta }, and throws an error with code, message and details. A stream is read by: for await (const { data } of env.<namespace>.<name>(input)).
await search("words") finds operations; await describe("namespace.name") gives their TypeScript signatures.
The program is the body of an async function: end it with return. There are no modules, network, files, clock or timers.
Example: const { data } = await env.shop.orders({ open: true }); return data.map(({ id }) => id);`;

const Log = Type.Object({ level: Type.String(), text: Type.String() });

const Call = Type.Object({
  id: Type.String(),
  at: Type.Number({ description: "Milliseconds after the start" }),
  duration: Type.Number({ description: "Milliseconds" }),
  error: Type.Optional(Type.String({ description: "Its error code, if the call failed" })),
  phase: Type.Optional(Type.String({ description: "If the call failed: whether it ran" })),
});

const left = { logs: Type.Optional(Type.Array(Log)), calls: Type.Optional(Type.Array(Call)) };

/** The error code of a failed program. The details of the error have the line, the log and the calls. */
export const CODE_FAILED = "CODE_FAILED";

/**
 * Makes an operation that runs programs, for every interface. It belongs to the registry whose operations it calls.
 *
 * @example
 * registry.register(codeOperation({ registry, accessControl: { requiredScopes: ["code"] } }));
 */
export function codeOperation({ accessControl, ...options }: CodeOperationOptions): AnyOperation {
  const { codeLength } = toCodeLimits(options.limits);
  return defineOperation({
    namespace: NAMESPACE,
    name: NAME,
    version: "1.0.0",
    type: OperationType.MUTATION,
    title: "Run code",
    description: DESCRIPTION,
    accessControl: accessControl ?? { requiredScopes: [] },
    metadata: { mcp: { pinned: true } },
    inputSchema: Type.Object({
      code: Type.String({ maxLength: codeLength, description: "The program" }),
    }),
    outputSchema: Type.Unsafe<Partial<Pick<CodeReport, "result" | "logs" | "calls">>>(
      Type.Object({ result: Type.Optional(Type.Unknown({ description: "What the program returned" })), ...left }),
    ),
    errorSchemas: {
      [CODE_FAILED]: {
        description: "The program failed. The details say where, and which calls ran.",
        httpStatus: 422,
        schema: Type.Object({
          code: Type.String({ description: "The code of the error that ended the program" }),
          line: Type.Optional(Type.Number()),
          details: Type.Optional(Type.Unknown()),
          ...left,
        }),
      },
    },
    handler: async ({ code }, context) => {
      const report = await runCode(code, { ...options, context, refuse: [CODE_OPERATION] });
      if (report.error !== undefined) throw toCallError(report);
      return { ...(report.result === undefined ? {} : { result: report.result }), ...leftBy(report) };
    },
  });
}

function toCallError(report: CodeReport): CallError {
  const { code, message, line, details, phase } = report.error as NonNullable<CodeReport["error"]>;
  const where = line === undefined ? "" : ` (line ${line})`;
  const shown = {
    code,
    ...(line === undefined ? {} : { line }),
    ...(details === undefined ? {} : { details }),
    ...leftBy(report),
  };
  return new CallError(CODE_FAILED, `${code}: ${message}${where}`, shown, { phase });
}

/** Without empty members: most of it goes to a model, which pays for each word. */
function leftBy({ logs, calls }: CodeReport): Pick<Partial<CodeReport>, "logs" | "calls"> {
  return { ...(logs.length === 0 ? {} : { logs }), ...(calls.length === 0 ? {} : { calls }) };
}
