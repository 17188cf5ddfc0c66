import { loadPersonCode } from "../../entries/hub.ts";
import type { ApprovalDecision, HubApproval } from "../../entries/hub.ts";
import { UsageError } from "../arguments/usage-error.ts";
import { findHub } from "../backend/hub/find-hub.ts";
import type { FoundHub } from "../backend/hub/find-hub.ts";
import { ExitCode } from "../output/exit-code.ts";
import { showInput } from "../session/approval.ts";
import type { CommandContext, RunCommand } from "../session/command-context.ts";
import { interruptible } from "../session/interruption.ts";
import { ask } from "../terminal/ask.ts";
import { safeLine, safeText } from "../terminal/safe-text.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface HubContext extends CommandContext, FoundHub {
  readonly signal: AbortSignal;
}

interface Waiting {
  readonly version: number;
  readonly mayAnswer: boolean;
  readonly pending: readonly HubApproval[];
}

type Work = (context: HubContext) => Promise<number>;
type WorkOnOne = (context: HubContext, approval: HubApproval) => Promise<number>;

const ON_ALL: ReadonlyMap<string, Work> = new Map([
  ["list", list],
  ["watch", watch],
  ["link", link],
]);
const ON_ONE: ReadonlyMap<string, WorkOnOne> = new Map([
  ["show", show],
  ["approve", (context, approval) => answer(context, approval, "approve")],
  ["deny", (context, approval) => answer(context, approval, "deny")],
]);

export const run: RunCommand = async (given) => {
  const { options, terminal } = given;
  const [action = "list", id] = options.rest;
  const work = workOf(action, id);
  return await interruptible(async (signal) => {
    const found = await findHub({ options, terminal, signal });
    return await work({ ...given, ...found, signal });
  });
};

function workOf(action: string, id: string | undefined): Work {
  const onAll = ON_ALL.get(action);
  if (onAll !== undefined && id !== undefined) throw new UsageError(`${action} takes no id.`);
  if (onAll !== undefined) return onAll;
  const onOne = ON_ONE.get(action);
  if (onOne === undefined)
    throw new UsageError(`There is no action "${action}": use list, show, approve, deny, watch or link.`);
  if (id === undefined) throw new UsageError(`Which one? operations approvals ${action} <id>`);
  return async (context) => await onOne(context, (await context.hub.get(pathOf(id))) as HubApproval);
}

function pathOf(id: string): string {
  return `~/approvals/${encodeURIComponent(id)}`;
}

async function list(context: HubContext): Promise<number> {
  const { pending } = (await context.hub.get("~/approvals")) as Waiting;
  const lines = pending.map((approval) => lineOf(approval, context.terminal)).join("");
  return print(context, pending, lines === "" ? "No calls are waiting for approval.\n" : lines);
}

async function show(context: HubContext, approval: HubApproval): Promise<number> {
  return print(context, approval, describe(approval, context.terminal, Infinity));
}

function print({ options, terminal }: HubContext, value: unknown, text: string): number {
  terminal.out(options.has("json") ? `${JSON.stringify(value)}\n` : text);
  return ExitCode.ok;
}

/** Asks first if there is a terminal: the person there may approve their own call. */
async function answer(
  context: HubContext,
  approval: HubApproval,
  decided: ApprovalDecision["answer"],
): Promise<number> {
  const { options, terminal, signal } = context;
  const isAsked = decided === "approve" && !options.has("yes") && approval.state === "pending";
  if (isAsked && !terminal.canAsk)
    throw new UsageError("There is no terminal to ask on: --yes approves without asking, with a key.");
  if (isAsked) terminal.err(describe(approval, terminal));
  if (isAsked && !isYes(await ask(terminal, "  Approve? [y/N] ", signal))) {
    terminal.err("Nothing was answered.\n");
    return ExitCode.aborted;
  }
  const answered = await send(context, approval, decided, isAsked);
  const mark = answered.state === "approved" ? terminal.style.green("✔") : terminal.style.yellow("✗");
  return print(context, answered, `${mark} ${answered.state} ${answered.id} ${safeLine(answered.operation)}\n`);
}

async function send(
  { hub, options }: HubContext,
  { id, digest }: HubApproval,
  decided: ApprovalDecision["answer"],
  isPerson: boolean,
): Promise<HubApproval> {
  const reason = options.text("reason");
  // If the code cannot be stored, the key alone must be enough.
  const code = isPerson ? await loadPersonCode().catch(() => undefined) : undefined;
  const headers = code === undefined ? {} : { "operation-person": code };
  return (await hub.send(pathOf(id), { answer: decided, digest, reason }, headers)) as HubApproval;
}

/** Asks about one call after the other, as they come, until Ctrl-C. */
async function watch(context: HubContext): Promise<number> {
  const { hub, terminal, signal } = context;
  if (!terminal.canAsk) throw new UsageError("watch asks on a terminal, and there is none.");
  const seen = new Set<string>();
  let version: number | undefined;
  terminal.err("Waiting for calls that need an approval. Ctrl-C ends.\n");
  while (!signal.aborted) {
    const query = version === undefined ? "" : `?after=${version}`;
    const waiting = (await hub.get(`~/approvals${query}`)) as Waiting;
    ({ version } = waiting);
    for (const each of waiting.pending.filter(({ id }) => !seen.has(id))) {
      seen.add(each.id);
      await askAbout(context, each);
      // Others may have come, or been answered, meanwhile.
      version = undefined;
    }
  }
  return ExitCode.ok;
}

async function askAbout(context: HubContext, { id }: HubApproval): Promise<void> {
  const { hub, terminal, signal } = context;
  const approval = (await hub.get(pathOf(id))) as HubApproval;
  if (approval.state !== "pending") return;
  terminal.err(describe(approval, terminal));
  const said = await ask(terminal, "  Approve? [y: yes, n: no, Enter: later] ", signal);
  if (said === undefined || said.trim() === "") return;
  try {
    const { state } = await send(context, approval, isYes(said) ? "approve" : "deny", true);
    terminal.err(`  ${state}\n`);
  } catch (thrown) {
    terminal.err(`  ${safeLine((thrown as Error).message)}\n`);
  }
}

/** The explorer's address with a person's code. The person may then approve calls of their own key. */
async function link(context: HubContext): Promise<number> {
  const url = new URL("explorer/", context.url);
  url.hash = `person=${await loadPersonCode()}`;
  return print(context, { url: url.href }, `${url.href}\n`);
}

function isYes(said: string | undefined): boolean {
  return /^y(es)?$/i.test(said?.trim() ?? "");
}

function lineOf({ id, operation, caller, since, input, inputLength }: HubApproval, { style }: Terminal): string {
  const shown = input === undefined ? `${inputLength} characters of input` : JSON.stringify(input);
  const age = Math.max(0, Math.round((Date.now() - Date.parse(since)) / 1000));
  const what = `${style.bold(id)}  ${safeLine(operation)}  ${safeLine(caller?.id ?? "anonymous")}`;
  return `${what}  ${style.dim(`${age} s`)}  ${safeLine(shown.length > 80 ? `${shown.slice(0, 79)}…` : shown)}\n`;
}

function describe(approval: HubApproval, { style }: Terminal, atMost?: number): string {
  const { id, operation, caller, since, expires, state, end, digest } = approval;
  const input = approval.input === undefined ? "" : showInput(JSON.stringify(approval.input, undefined, 2), atMost);
  const by = end?.by === undefined ? "" : ` by ${end.by}`;
  return [
    `${style.bold(safeLine(operation))}  ${id}  ${state}${safeLine(by)}`,
    `  caller   ${safeLine(caller?.id ?? "anonymous")}`,
    `  since    ${safeLine(since)}, until ${safeLine(expires)}`,
    `  digest   ${safeLine(digest)}`,
    ...(input === "" ? [] : [`  input    ${safeText(input).replaceAll("\n", "\n           ")}`]),
    "",
  ].join("\n");
}
