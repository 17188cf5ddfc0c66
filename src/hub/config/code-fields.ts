import { Type } from "typebox";
import type { TInteger, TOptional } from "typebox";
import { CODE_LIMIT_RANGES, DEFAULT_CODE_LIMITS } from "../../code/code-limits.ts";
import type { CodeLimits } from "../../code/executor/code-executor.ts";
import { closed, count, texts } from "./config-fields.ts";

function limit(name: keyof CodeLimits, what: string): TOptional<TInteger> {
  const [minimum, maximum] = CODE_LIMIT_RANGES[name];
  const description = `${what} Default: ${DEFAULT_CODE_LIMITS[name]}.`;
  return Type.Optional(Type.Integer({ minimum, maximum, description }));
}

const limits = () =>
  ({
    timeout: limit(
      "timeout",
      "Milliseconds for a run, with the calls that it waits for. The clock stands still while a person answers or approves.",
    ),
    computeTime: limit("computeTime", "Milliseconds that a program itself may compute."),
    memory: limit("memory", "Bytes of memory for a program."),
    codeLength: limit("codeLength", "Characters of a program."),
    calls: limit("calls", "Calls that a run may make."),
    parallelCalls: limit("parallelCalls", "Calls of a run at once; further ones wait."),
    inputLength: limit("inputLength", "Characters of the input of one call, as JSON."),
    outputLength: limit("outputLength", "Characters of a run's result, as JSON, and as many of its log."),
  }) satisfies Record<keyof CodeLimits, TOptional<TInteger>>;

export const codeMode = () =>
  Type.Union(
    [
      Type.Boolean(),
      closed(
        {
          scopes: texts(
            "Scopes that a caller needs to run programs. A program calls only what its caller may call. Default: operations:call.",
          ),
          maxRuns: count("Runs at once; further ones wait. Default: 8."),
          ...limits(),
        },
        "Code mode, with limits.",
      ),
    ],
    {
      description:
        "Lets callers run TypeScript programs against the operations, in a sandbox: the operation run.code, and for MCP clients the tool run_code. Needs the packages quickjs-emscripten-core and @jitl/quickjs-wasmfile-release-sync. Default: false.",
    },
  );
