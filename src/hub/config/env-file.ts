import { node } from "./node-modules.ts";

/** Beside a config: values for its variables. */
export const ENV_FILE = "operations.env";

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment of a config: that of the process, and what `operations.env` beside the config adds to it. */
export async function environmentOf(folder: string): Promise<Environment> {
  const text = await node.files.readFile(node.path.join(folder, ENV_FILE), "utf8").catch((cause: unknown) => {
    const { code, message } = cause as { code?: unknown; message: string };
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw new Error(`${ENV_FILE} beside it can't be read: ${message}`, { cause });
  });
  if (text === undefined) return process.env;
  return { ...process.getBuiltinModule("node:util").parseEnv(text), ...process.env };
}
