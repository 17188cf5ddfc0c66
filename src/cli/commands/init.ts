import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { loadConfig } from "../../entries/hub.ts";
import { counted } from "../../shared/short-text.ts";
import { didYouMean } from "../../shared/closest-name.ts";
import { HOST_NAMES } from "../arguments/host-names.ts";
import type { Options } from "../arguments/parse-options.ts";
import { UsageError } from "../arguments/usage-error.ts";
import { KnownConfigs, SECRETS_FILE, configDigest } from "../config/known-configs.ts";
import { findHostServers } from "../hosts/host-servers.ts";
import type { Host } from "../hosts/host.ts";
import { HOSTS } from "../hosts/known-hosts.ts";
import { ownInvocation } from "../hosts/own-command.ts";
import { thisMachine } from "../hosts/this-machine.ts";
import { candidatesOf, chooseServers } from "../init/choose-servers.ts";
import type { Candidate } from "../init/choose-servers.ts";
import { configTemplate } from "../init/config-template.ts";
import type { ConfigContents, ConfigFormat } from "../init/config-template.ts";
import { addSecrets, ignoreSecrets, readSecrets } from "../init/secrets-file.ts";
import { STARTER_APPROVAL, STARTER_FOLDER, writeStarter } from "../init/starter.ts";
import { ExitCode } from "../output/exit-code.ts";
import type { CommandContext, RunCommand } from "../session/command-context.ts";
import { ask } from "../terminal/ask.ts";
import { safeLine } from "../terminal/safe-text.ts";
import type { Terminal } from "../terminal/terminal.ts";

const NAMES = ["json", "yaml", "yml", "ts", "mjs", "js"].map((type) => `operations.config.${type}`);
const INSTALLED_SCHEMA = "node_modules/@alkdev/operations/dist/config.schema.json";

export const run: RunCommand = async (context) => {
  const { options, terminal, version } = context;
  const present = NAMES.find((name) => existsSync(name));
  if (present !== undefined) throw new UsageError(`${present} exists already. It stays as it is.`);
  const format = (options.text("format") ?? "yaml") as ConfigFormat;
  const name = `operations.config.${format}`;
  // The installed package has its own schema. Elsewhere editors fetch the schema of the same version.
  const schema = existsSync(INSTALLED_SCHEMA)
    ? `./${INSTALLED_SCHEMA}`
    : `https://unpkg.com/@alkdev/operations@${version}/dist/config.schema.json`;
  const folder = process.cwd();
  const { servers, secrets } = await takeOver(context, folder);
  const document = servers.length === 0 && !options.has("yes") ? await askForAPI(terminal) : undefined;
  const isStarter = servers.length === 0 && document === undefined;
  const contents: ConfigContents = {
    ...(servers.length > 0 && { mcpServers: Object.fromEntries(servers.map((each) => [each.name, each.server])) }),
    ...(document !== undefined && { openapi: { api: { document } } }),
    // A folder that exists stays as it is: it may not have the operation that the approval names.
    ...(isStarter && {
      local: {
        folders: [`./${STARTER_FOLDER}`],
        ...(existsSync(join(folder, STARTER_FOLDER)) ? {} : { approval: STARTER_APPROVAL }),
      },
    }),
  };
  // Never overwrites a file that was written in between.
  const path = join(folder, name);
  await writeFile(path, configTemplate(format, schema, contents), { flag: "wx" }).catch((cause: unknown) => {
    throw new UsageError(`${name} can't be written: ${(cause as Error).message}`);
  });
  const used = new Map([...secrets].filter(([each]) => JSON.stringify(contents).includes(`\${${each}}`)));
  const done = [
    name,
    ...(isStarter ? await writeStarter(folder) : []),
    ...(used.size > 0 ? [`${SECRETS_FILE}: ${[...used.keys()].join(", ")} (only you can read it)`] : []),
  ];
  const lost = used.size > 0 ? await addSecrets(folder, used) : [];
  // Its user has just asked for it, so the next command need not.
  const known = await KnownConfigs.read(terminal.env);
  await known.add(path, await configDigest(path)).catch(() => undefined);
  if (used.size > 0 && (await ignoreSecrets(folder)))
    done.push(`.gitignore: ${SECRETS_FILE} stays out of a repository`);
  report({ done, servers, lost, isStarter }, terminal);
  await loadConfig(path).catch((thrown: unknown) => {
    terminal.err(`\n${(thrown as Error).message}\n`);
  });
  return ExitCode.ok;
};

/** The servers of hosts that the person wants. Without a terminal: those of `--from`, with `--yes`. */
async function takeOver(
  { options, terminal }: CommandContext,
  folder: string,
): Promise<{ servers: readonly Candidate[]; secrets: Map<string, string> }> {
  const secrets = await readSecrets(folder);
  const isAsked = terminal.canAsk && !options.has("yes");
  const hosts = hostsOf(options) ?? (isAsked ? HOSTS : []);
  const machine = thisMachine(terminal.env);
  const { servers, problems } = await findHostServers(machine, hosts);
  for (const problem of problems) terminal.err(`${safeLine(problem)}\n`);
  const candidates = candidatesOf(servers, machine, secrets);
  if (candidates.length === 0) {
    if (options.has("from"))
      throw new UsageError(`${hosts.map(({ title }) => title).join(", ")}: no servers there.`, "init");
    return { servers: [], secrets };
  }
  if (options.has("yes")) return { servers: candidates, secrets };
  if (!isAsked) {
    throw new UsageError("There is no terminal to ask on for each server: --yes takes over all of them.", "init");
  }
  const found = counted(candidates.length, "MCP server");
  terminal.err(`This machine has ${found} in the configs of your editors and assistants.\n`);
  return { servers: await chooseServers(candidates, terminal), secrets };
}

function hostsOf(options: Options): readonly Host[] | undefined {
  const from = options.text("from");
  if (from === undefined || from === "all") return from === undefined ? undefined : HOSTS;
  return from.split(",").map((name) => {
    const host = HOSTS.find((each) => each.name === name.trim());
    if (host !== undefined) return host;
    const message = `"${name}" is not a host. The hosts are all, ${HOST_NAMES.join(", ")}.${didYouMean(name, [...HOST_NAMES])}`;
    throw new UsageError(message, "init");
  });
}

async function askForAPI(terminal: Terminal): Promise<string | undefined> {
  if (!terminal.canAsk) return undefined;
  const mark = terminal.errorStyle.yellow("?");
  const question = `${mark} An HTTP API with an OpenAPI document? Its file or address (Enter: none) `;
  for (;;) {
    const answer = (await ask(terminal, question, new AbortController().signal))?.trim() ?? "";
    if (answer === "") return undefined;
    if (/^https?:\/\//.test(answer) || existsSync(answer)) return answer;
    terminal.err(`  There is no file ${safeLine(answer)}. An address begins with https://\n`);
  }
}

interface InitResult {
  readonly done: readonly string[];
  readonly servers: readonly Candidate[];
  readonly lost: readonly string[];
  readonly isStarter: boolean;
}

function report({ done, servers, lost, isStarter }: InitResult, terminal: Terminal): void {
  const { style } = terminal;
  const notes = [
    ...servers.flatMap(({ name, leftOut }) =>
      leftOut.length === 0 ? [] : [`${name}: a hub does not support ${leftOut.join(", ")}, so it is left out`],
    ),
    ...lost.map((name) => `${name} could not be written to ${SECRETS_FILE}: set it yourself`),
  ];
  const command = ownInvocation(process.argv[1] ?? "");
  const steps: ReadonlyArray<readonly [string, string]> = [
    ["check", "checks that every source can be reached"],
    isStarter ? ["call hello.greet --name Ada", ""] : ["list", "lists the operations"],
    ["serve --open", "runs the hub, and opens it in a browser"],
    ["install <host>", "connects an editor or assistant"],
  ];
  const lines = [
    ...done.map((each) => `${style.green("✔")} ${safeLine(each)}`),
    ...notes.map((note) => `${style.yellow("!")} ${safeLine(note)}`),
    "",
    ...(isStarter ? ["It works as it is. Add your MCP servers, HTTP APIs and folders to it, then:"] : ["Next:"]),
    ...steps.map(([step, what]) => `  ${`${command} ${step}`.padEnd(command.length + 22)} ${what}`.trimEnd()),
    "",
  ];
  terminal.out(lines.join("\n"));
}
