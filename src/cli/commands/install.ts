import { fileURLToPath } from "node:url";
import { findConfig, loadConfig, openKeys } from "../../entries/hub.ts";
import type { HubKeys, LoadedConfig } from "../../entries/hub.ts";
import { CallError } from "../../entries/index.ts";
import { didYouMean } from "../../shared/closest-name.ts";
import { isRecord } from "../../shared/json/is-record.ts";
import { HOST_NAMES } from "../arguments/host-names.ts";
import type { Options } from "../arguments/parse-options.ts";
import { UsageError } from "../arguments/usage-error.ts";
import { openConfig } from "../config/open-config.ts";
import type { Host, HostEntry } from "../hosts/host.ts";
import { readHostFile, replaceHostFile, withPlace } from "../hosts/host-file.ts";
import type { HostFile } from "../hosts/host-file.ts";
import { KEY_VARIABLE, isOwnEntry } from "../hosts/host-servers.ts";
import { thisMachine } from "../hosts/this-machine.ts";
import { HOSTS } from "../hosts/known-hosts.ts";
import { neededScopes } from "../hosts/needed-scopes.ts";
import { ownCommand } from "../hosts/own-command.ts";
import { showDiff } from "../hosts/show-diff.ts";
import { ExitCode } from "../output/exit-code.ts";
import type { CommandContext, RunCommand } from "../session/command-context.ts";
import { confirm } from "../terminal/confirm.ts";
import { safeLine } from "../terminal/safe-text.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** What is shown in place of a key that is not made yet. */
const SHOWN_KEY = "opk_…";
/** A host that is not in the table: this command does not know its config. */
const GENERIC = "generic";

export const run: RunCommand = async (context) => {
  const { options } = context;
  const [name = ""] = options.rest;
  const host = HOSTS.find((each) => each.name === name);
  if (host !== undefined) {
    const file = await fileOf(host, context.terminal);
    const target = { host, file, server: options.text("name") ?? "operations" };
    return options.has("remove") ? await takeOut(target, context) : await putIn(target, context);
  }
  const names = [...HOST_NAMES, GENERIC];
  if (name !== GENERIC) {
    throw new UsageError(
      `"${name}" is not a host. The hosts are ${names.join(", ")}.${didYouMean(name, names)}`,
      "install",
    );
  }
  if (options.has("remove")) throw new UsageError("Revoke its key instead: operations keys revoke generic.", "install");
  return await printGeneric(context);
};

interface Target {
  readonly host: Host;
  readonly file: HostFile & { readonly at: readonly string[] };
  /** The name of the entry. */
  readonly server: string;
}

async function fileOf(host: Host, { env }: Terminal): Promise<Target["file"]> {
  const [place] = host.places(thisMachine(env));
  if (place === undefined) throw new UsageError(`${host.title} does not run on this system.`, "install");
  return { ...(await readHostFile(place.file, host)), at: place.at };
}

async function putIn({ host, file, server }: Target, context: CommandContext): Promise<number> {
  const { options } = context;
  const loaded = await openInstalled(context);
  const old = entryAt(file, server);
  if (old !== undefined && !isOwnEntry(old)) {
    throw new UsageError(
      `${host.title} has a server "${server}" already, which is not this one. Give another name: --name my-operations.`,
    );
  }
  const scopes = scopesOf(options, loaded);
  const textWith = async (key: string): Promise<string> => {
    const entry = host.toEntry(await started(loaded, key, context));
    return withPlace(() => file.document.with([...file.at, server], entry), file.path, host.title);
  };
  const preview = await textWith(SHOWN_KEY);
  const question = `Write it, with a key for ${host.name} (${scopes.join(" ")})?`;
  await agree({ host, file, preview, question }, context);
  const keys = openKeys(loaded);
  const made = await keys.add({ holder: host.name, scopes, note: `operations install ${host.name}` });
  const backup = await textWith(made.key)
    .then((text) => replaceHostFile(file, text))
    .catch(async (thrown: unknown) => {
      await keys.revoke(made.id);
      throw thrown;
    });
  await revokeKeyOf(old, keys);
  report({ host, file: file.path, server, backup, key: made.id, scopes }, context, [
    `${host.title} has these operations as "${server}". ${host.afterwards}`,
    `Take it out again: operations install ${host.name} --remove`,
  ]);
  return ExitCode.ok;
}

async function takeOut({ host, file, server }: Target, context: CommandContext): Promise<number> {
  const old = entryAt(file, server);
  if (old === undefined || !isOwnEntry(old)) {
    const what = old === undefined ? `no server "${server}"` : `a server "${server}" that is not this one`;
    throw new UsageError(`${host.title} has ${what} in ${file.path}. Nothing was changed.`);
  }
  const preview = withPlace(() => file.document.with([...file.at, server], undefined), file.path, host.title);
  await agree({ host, file, preview, question: "Take it out, and revoke its key?" }, context);
  const backup = await replaceHostFile(file, preview);
  const config = configIn(old) ?? (await findConfig());
  const id = await loadConfig(config)
    .then((loaded) => revokeKeyOf(old, openKeys(loaded)))
    .catch((thrown: unknown) => {
      context.terminal.err(`The key could not be revoked: ${safeLine((thrown as Error).message)}\n`);
      return undefined;
    });
  report({ host, file: file.path, server, backup, revoked: id }, context, [
    `${host.title} no longer has "${server}".${id === undefined ? "" : ` Its key ${id} is revoked.`}`,
  ]);
  return ExitCode.ok;
}

/** What any other host needs, on standard output. */
async function printGeneric(context: CommandContext): Promise<number> {
  const { options, terminal } = context;
  const loaded = await openInstalled(context);
  const scopes = scopesOf(options, loaded);
  if (!options.has("yes")) {
    const question = `Make a key for a host of your own (${scopes.join(" ")})?`;
    if (!(await confirm(terminal, question))) throw notAgreed(terminal);
  }
  const made = await openKeys(loaded).add({ holder: GENERIC, scopes, note: "operations install generic" });
  const server = await started(loaded, made.key, context);
  terminal.out(`${JSON.stringify({ mcpServers: { [options.text("name") ?? "operations"]: server } }, undefined, 2)}\n`);
  if (!options.has("json"))
    terminal.err(
      `Put this into the host's config. Its key is ${made.id}: \`operations keys revoke ${made.id}\` ends it.\n`,
    );
  return ExitCode.ok;
}

/** The config that the host will name: it needs a file. */
async function openInstalled(context: CommandContext): Promise<LoadedConfig & { readonly file: string }> {
  const loaded = await openConfig(context);
  const { file } = loaded;
  if (file === undefined) throw new UsageError("This config has no file.");
  return { ...loaded, file };
}

function scopesOf(options: Options, { config }: LoadedConfig): string[] {
  const given = options.text("scopes")?.split(/[\s,]+/);
  return given?.filter((scope) => scope !== "") ?? neededScopes(config);
}

async function started(loaded: { readonly file: string }, key: string, { version }: CommandContext) {
  // The program that runs now, wherever this module was bundled to.
  const program = process.argv[1] ?? fileURLToPath(import.meta.url);
  return await ownCommand({ program, version, config: loaded.file, key });
}

function entryAt({ document, at }: Target["file"], server: string): HostEntry | undefined {
  let part: unknown = document.value;
  for (const name of [...at, server]) part = isRecord(part) && Object.hasOwn(part, name) ? part[name] : undefined;
  return isRecord(part) ? part : undefined;
}

interface Change {
  readonly host: Host;
  readonly file: HostFile;
  readonly preview: string;
  readonly question: string;
}

/** Shows what would change, and throws unless the person agrees. */
async function agree({ host, file, preview, question }: Change, { options, terminal }: CommandContext): Promise<void> {
  if (!options.has("json")) {
    const { errorStyle } = terminal;
    const where = `${errorStyle.bold(host.title)}  ${safeLine(file.path)}${file.text === undefined ? " (new)" : ""}`;
    terminal.err(`${where}\n\n${showDiff(file.text ?? "", preview, errorStyle)}\n\n`);
  }
  if (options.has("yes")) return;
  if (!(await confirm(terminal, question))) throw notAgreed(terminal);
}

function notAgreed(terminal: Terminal): CallError {
  const why = terminal.canAsk ? "you said no." : "there is no terminal to ask on. --yes agrees in advance.";
  return new CallError("ACCESS_DENIED", `Nothing was written: ${why}`);
}

/** The config that an entry starts the command with. */
function configIn({ args }: HostEntry): string | undefined {
  const words = Array.isArray(args) ? (args as unknown[]) : [];
  const value = words[words.indexOf("--config") + 1];
  return words.includes("--config") && typeof value === "string" ? value : undefined;
}

/** Ends the key of an entry that is gone. Returns its id; undefined if there was none. */
async function revokeKeyOf(entry: HostEntry | undefined, keys: HubKeys): Promise<string | undefined> {
  const env = entry?.["env"];
  const key = isRecord(env) ? env[KEY_VARIABLE] : undefined;
  if (typeof key !== "string") return undefined;
  const gone = await keys.revoke(key).catch(() => undefined);
  return gone?.id;
}

function report(
  { host, ...facts }: { readonly host: Host } & Readonly<Record<string, unknown>>,
  { options, terminal }: CommandContext,
  lines: readonly string[],
): void {
  if (options.has("json")) return terminal.out(`${JSON.stringify({ host: host.name, ...facts })}\n`);
  const { backup } = facts;
  const kept = typeof backup === "string" ? [`The file as it was: ${backup}`] : [];
  terminal.out([`${terminal.style.green("✔")} ${lines[0] ?? ""}`, ...kept, ...lines.slice(1), ""].join("\n"));
}
