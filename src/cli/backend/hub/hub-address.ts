/** Where the hub is, and our key for it. */
import { readFile } from "node:fs/promises";
import type { Options } from "../../arguments/parse-options.ts";
import { UsageError } from "../../arguments/usage-error.ts";
import { stateFile } from "../../config/user-folders.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** From `--hub` or `OPERATIONS_HUB`; undefined if the command uses the config. */
export function hubAddress(options: Options, env: Environment): URL | undefined {
  // A config on the command line beats a hub in the environment.
  const given = options.text("hub") ?? (options.has("config") ? undefined : env["OPERATIONS_HUB"]);
  if (given === undefined || given === "") return undefined;
  const text = /^[a-z]+:\/\//i.test(given) ? given : `http://${given}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`--hub is "${given}": give an address such as http://127.0.0.1:7411.`);
  }
  if (url.username !== "" || url.password !== "") throw new UsageError("--hub takes no credentials: use --key.");
  url.search = "";
  url.hash = "";
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  return url;
}

/** From `--key` or `OPERATIONS_KEY`. For a hub on this machine, also from the file with the key that it made. */
export async function hubKey(url: URL, options: Options, env: Environment): Promise<string | undefined> {
  return givenKey(options, env) ?? (isLoopback(url.hostname) ? await storedKey(env) : undefined);
}

/** From `--key` or `OPERATIONS_KEY`. */
export function givenKey(options: Options, env: Environment): string | undefined {
  const given = options.text("key") ?? env["OPERATIONS_KEY"];
  return given === undefined || given === "" ? undefined : given.trim();
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host);
}

async function storedKey(env: Environment): Promise<string | undefined> {
  const text = await readFile(stateFile("key", env), "utf8").catch(() => "");
  return text.trim() === "" ? undefined : text.trim();
}
