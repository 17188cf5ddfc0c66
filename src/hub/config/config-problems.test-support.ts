import { expect } from "vitest";
import { ConfigError } from "./text/config-error.ts";
import type { ConfigProblem } from "./text/config-error.ts";
import { loadConfig } from "./load-config.ts";

type Files = Record<string, string>;
type Problems = Array<Omit<ConfigProblem, "file">>;

/** A way to get the mistakes of a config in a folder with these files. */
export function configProblems(
  folderWith: (files: Files) => Promise<string>,
): (files: Files, env?: Record<string, string>) => Promise<Problems> {
  return async (files, env = {}) => {
    const cwd = await folderWith(files);
    const thrown: unknown = await loadConfig(undefined, { cwd, env }).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(thrown).toBeInstanceOf(ConfigError);
    return (thrown as ConfigError).problems.map(({ file, ...problem }) => {
      expect(file).toContain(cwd);
      return problem;
    });
  };
}
