import { CallError } from "../../errors/call-error.ts";
import { showPath } from "./check-config.ts";
import { ConfigError, formatConfigProblem } from "./text/config-error.ts";
import type { ConfigProblem } from "./text/config-error.ts";
import type { ConfigPath } from "./text/config-text.ts";
import type { LoadedConfig } from "./loaded-config.ts";

export type ConfigPositions = Pick<LoadedConfig, "file" | "locate">;

/** Where a part of a config stands. */
export function placeOf(
  { file = "the config", locate }: ConfigPositions,
  path: ConfigPath,
  part: "key" | "value" = "value",
): Omit<ConfigProblem, "message"> {
  return { file, path: showPath(path), ...locate?.(path, part) };
}

/** `file:line:column: path`. */
export function showPlace(positions: ConfigPositions, path: ConfigPath): string {
  return formatConfigProblem({ ...placeOf(positions, path), message: "" }).replace(/: $/, "");
}

/** Does a part of a start that one part of the config asks for. An error then says where the config asks for it. */
export async function atPlace<T>(loaded: ConfigPositions, path: ConfigPath, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof Error) || cause instanceof ConfigError) throw cause;
    const { code, details } = cause instanceof CallError ? cause : new CallError("EXECUTION_ERROR", cause.message);
    throw new CallError(code, `${showPlace(loaded, path)}: ${cause.message}`, details, { cause });
  }
}
