/**
 * `@alkdev/operations/code`: programs that models write, run in a sandbox against the operations of a registry.
 *
 * @module
 */
export { runCode } from "../code/run-code.ts";
export type { CodeError, CodeReport, RunCodeOptions } from "../code/run-code.ts";
export type { CodeCall } from "../code/code-calls.ts";
export { codeOperation, CODE_FAILED, CODE_OPERATION } from "../code/code-operation.ts";
export type { CodeOperationOptions } from "../code/code-operation.ts";
export { createCodeExecutor } from "../code/sandbox/quickjs-executor.ts";
export type { CodeExecutorOptions } from "../code/sandbox/quickjs-executor.ts";
export type { CodeLookup, CodeSearchQuery } from "../code/code-lookup.ts";
export { CODE_PRELUDE } from "../code/executor/code-prelude.ts";
export type {
  CodeExecutor,
  CodeFailure,
  CodeHost,
  CodeLimits,
  CodeLog,
  CodeOutcome,
  CodeProgram,
} from "../code/executor/code-executor.ts";
