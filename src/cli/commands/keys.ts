import { openKeys } from "../../entries/hub.ts";
import type { HubKeys, KeyStatus, NewKey } from "../../entries/hub.ts";
import { didYouMean } from "../../shared/closest-name.ts";
import type { Options } from "../arguments/parse-options.ts";
import { UsageError } from "../arguments/usage-error.ts";
import { openConfig } from "../config/open-config.ts";
import { ExitCode } from "../output/exit-code.ts";
import type { RunCommand } from "../session/command-context.ts";
import { safeLine } from "../terminal/safe-text.ts";
import type { StyleName } from "../terminal/style.ts";
import { formatTable } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface KeyCommand {
  readonly keys: HubKeys;
  readonly name: string;
  readonly options: Options;
  readonly terminal: Terminal;
}

const ACTIONS: Readonly<Record<string, (command: KeyCommand) => Promise<void>>> = { add, list, rotate, revoke };

export const run: RunCommand = async ({ options, terminal }) => {
  const [action = "", name = ""] = options.rest;
  const act = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  const names = Object.keys(ACTIONS);
  if (act === undefined) {
    const message = `There is no action "${action}" for keys: use ${names.join(", ")}.${didYouMean(action, names)}`;
    throw new UsageError(message, "keys");
  }
  if (name === "" && action !== "list")
    throw new UsageError(`${action === "add" ? "<holder>" : "<key>"} is missing.`, "keys");
  const config = await openConfig({ options, terminal, isOnlyRead: action === "list" });
  await act({ keys: openKeys(config), name, options, terminal });
  return ExitCode.ok;
};

async function add({ keys, name: holder, options, terminal }: KeyCommand): Promise<void> {
  const scopes = options
    .text("scopes")
    ?.split(/[\s,]+/)
    .filter((scope) => scope !== "");
  const made = await keys.add({ holder, scopes, expiresAt: expiryIn(options), note: options.text("note") });
  showKey(made, { keys, options, terminal });
}

async function rotate({ keys, name, options, terminal }: KeyCommand): Promise<void> {
  const grace = options.text("grace");
  const graceMs = grace === undefined ? undefined : spanOf("grace", grace);
  const made = await keys.rotate(name, { graceMs, expiresAt: expiryIn(options) });
  showKey(made, { keys, options, terminal });
  if (options.has("json")) return;
  const old = (await keys.list()).find(({ replacedBy }) => replacedBy === made.id);
  if (old !== undefined) terminal.err(`The old key, ${old.id}, works until ${old.expiresAt}.\n`);
}

async function revoke({ keys, name, options, terminal }: KeyCommand): Promise<void> {
  const { id, holder } = await keys.revoke(name);
  if (options.has("json")) terminal.out(`${JSON.stringify({ id, holder, revoked: true })}\n`);
  else
    terminal.out(
      `The key ${id} of ${safeLine(holder)} is revoked. A hub that runs ends its streams and connections.\n`,
    );
}

const STATE_COLOURS: Readonly<Record<KeyStatus["state"], StyleName>> = {
  active: "green",
  replaced: "yellow",
  expired: "dim",
};

async function list({ keys, options, terminal }: KeyCommand): Promise<void> {
  const all = await keys.list();
  if (options.has("json")) return terminal.out(`${JSON.stringify({ file: keys.file, keys: all })}\n`);
  if (all.length === 0) return terminal.out("No keys. `operations keys add <holder>` makes one.\n");
  const columns = [
    { title: "ID", text: ({ id }: KeyStatus) => id },
    { title: "HOLDER", text: ({ holder }: KeyStatus) => holder },
    { title: "STATE", text: ({ state }: KeyStatus) => state, colour: ({ state }: KeyStatus) => STATE_COLOURS[state] },
    { title: "EXPIRES", text: ({ expiresAt = "never" }: KeyStatus) => expiresAt.slice(0, 16).replace("T", " ") },
    { title: "SCOPES", text: ({ scopes }: KeyStatus) => scopes.join(" ") },
    { title: "NOTE", text: ({ note = "" }: KeyStatus) => note },
  ];
  terminal.out(formatTable(all, columns, terminal));
}

/** Only the key goes to standard output: `KEY=$(operations keys add ci)`. */
function showKey(made: NewKey, { keys, options, terminal }: Omit<KeyCommand, "name">): void {
  if (options.has("json")) return terminal.out(`${JSON.stringify({ ...made, file: keys.file })}\n`);
  const until = made.expiresAt === undefined ? "" : `, until ${made.expiresAt}`;
  terminal.err(`The key of ${safeLine(made.holder)}, with ${made.scopes.join(" ")}${until}. It is shown only now:\n`);
  terminal.out(`${made.key}\n`);
}

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

function expiryIn(options: Options): Date | undefined {
  const text = options.text("expires");
  if (text === undefined) return undefined;
  const date = /^\d{4}-\d{2}-\d{2}/.test(text) ? new Date(text) : new Date(Date.now() + spanOf("expires", text));
  if (Number.isNaN(date.getTime()))
    throw new UsageError(`--expires is "${text}": give a date such as 2027-01-31.`, "keys");
  return date;
}

/** Milliseconds: `30m`, `24h`, `90d`, `4w`. */
function spanOf(name: string, text: string): number {
  const [, number = "", unit = "s"] = /^(\d{1,6})(s|m|h|d|w)?$/.exec(text) ?? [];
  if (number !== "") return Number(number) * (UNITS[unit] as number);
  const date = name === "expires" ? ", or a date" : "";
  throw new UsageError(`--${name} is "${text}": give a time such as 30m, 24h or 90d${date}.`, "keys");
}
