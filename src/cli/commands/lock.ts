import { readFile } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { openSources } from "../../entries/hub.ts";
import type { SourceChanges, SourcesLock } from "../../entries/hub.ts";
import { toNameTest } from "../../shared/name-pattern.ts";
import { UsageError } from "../arguments/usage-error.ts";
import { hubAddress, hubKey } from "../backend/hub/hub-address.ts";
import { HubBackend } from "../backend/hub/hub-backend.ts";
import { openLog } from "../backend/local/open-log.ts";
import { waitForSources } from "../backend/local/wait-for-sources.ts";
import { openConfig } from "../config/open-config.ts";
import { changeReport } from "../output/change-report.ts";
import { ExitCode } from "../output/exit-code.ts";
import { noteUnconnected } from "../output/note-unconnected.ts";
import { replaceOutputFile } from "../output/replace-output-file.ts";
import type { CommandContext, RunCommand } from "../session/command-context.ts";
import { withSpinner } from "../session/interruption.ts";
import { safeLine } from "../terminal/safe-text.ts";

const MISSING = "The lock keeps what it held of these sources: run it again when they are there.";
const STANDARD_OUTPUT = "-";
/** Where a hub reports its lock. */
const LOCK = "~/lock";

/** What the lock already holds changes only with `--accept`. New sources are added. */
export const run: RunCommand = async (context) => {
  const { options, terminal } = context;
  const [pattern] = options.rest;
  if (pattern !== undefined && !options.has("accept")) {
    throw new UsageError(`A pattern goes with --accept: operations lock --accept ${pattern}`);
  }
  const accepts = acceptance(options.has("accept"), pattern);
  if (options.text("hub") !== undefined) return await decideAtHub(context, accepts);
  const loaded = await openConfig({ options, terminal });
  const log = await openLog(loaded, options);
  return await withSpinner(terminal, async (signal, spinner) => {
    const sources = await openSources(loaded, { log, forLock: true });
    try {
      await waitForSources(sources, { signal, atMost: options.duration("timeout") });
      spinner.pause();
      const left = withoutAccepted(sources.lock.changes(), accepts);
      const dropped = sources.lock.stale;
      const text = await sources.lock.write(accepts);
      const isAbsent = noteUnconnected(sources, terminal, MISSING);
      await hand({ lock: sources.lock, text, isAbsent }, context);
      return report(left, { ...context, isAbsent, dropped, file: sources.lock.file });
    } finally {
      await sources.close({ graceMs: 0 });
    }
  });
};

/** The hub has seen what its callers' sessions list, and writes its own lock. */
async function decideAtHub(context: CommandContext, accepts: Accepts): Promise<number> {
  const { options, terminal } = context;
  if (options.has("out")) throw new UsageError("--out does not go with --hub: the hub writes its own lock.");
  const url = hubAddress(options, terminal.env) as URL;
  const key = await hubKey(url, options, terminal.env);
  return await withSpinner(terminal, async (signal, spinner) => {
    const hub = new HubBackend({ url, key, signal });
    const { sources } = (await hub.get(LOCK)) as { readonly sources: readonly SourceChanges[] };
    let accepted = 0;
    for (const { source, kind, changes } of sources) {
      for (const { operation, digest } of changes.filter((change) => accepts(source, change.operation))) {
        await hub.send(LOCK, { source, kind, operation, digest, decision: "accept" });
        accepted++;
      }
    }
    spinner.pause();
    if (!options.has("json")) terminal.out(`${terminal.style.green("✔")} ${url.href}  ${accepted} accepted\n`);
    const outcome = { ...context, isAbsent: false, dropped: [], file: url.href };
    return report(withoutAccepted(sources, accepts), outcome);
  });
}

type Accepts = (source: string, operation: string) => boolean;

function acceptance(isWanted: boolean, pattern = "*"): Accepts {
  const matches = toNameTest(pattern);
  return (source, operation) => isWanted && (matches(`${source}.${operation}`) || matches(operation));
}

/** The changes that stay unaccepted. */
function withoutAccepted(sources: readonly SourceChanges[], accepts: Accepts): SourceChanges[] {
  return sources
    .filter(({ state }) => state === "locked")
    .map((each) => ({ ...each, changes: each.changes.filter(({ operation }) => !accepts(each.source, operation)) }))
    .filter(({ changes }) => changes.length > 0);
}

interface Written {
  readonly lock: SourcesLock;
  readonly text: string;
  /** Whether a source could not be asked. */
  readonly isAbsent: boolean;
}

async function hand({ lock, text, isAbsent }: Written, { options, terminal }: CommandContext): Promise<void> {
  const file = options.text("out");
  if (file === STANDARD_OUTPUT) return terminal.out(text);
  const path = file === undefined ? lock.file : resolve(file);
  const present = await readFile(path, "utf8").catch(() => undefined);
  if (present !== text) await replaceOutputFile(path, text);
  if (options.has("json")) return;
  const name = relative(process.cwd(), path) || path;
  const mark = isAbsent ? terminal.style.yellow("!") : terminal.style.green("✔");
  terminal.out(`${mark} ${name}${present === text ? "  unchanged" : ""}\n`);
}

interface Outcome extends CommandContext {
  readonly isAbsent: boolean;
  /** Sources that the lock no longer holds. */
  readonly dropped: readonly string[];
  readonly file: string;
}

function report(left: readonly SourceChanges[], { options, terminal, isAbsent, dropped, file }: Outcome): number {
  const isPrinted = options.text("out") === STANDARD_OUTPUT;
  if (options.has("json") && !isPrinted) terminal.out(`${JSON.stringify({ file, unaccepted: left, dropped })}\n`);
  else {
    for (const name of dropped) terminal.err(`  ${safeLine(name)} dropped: the config no longer has it\n`);
    if (left.length > 0) {
      terminal.err(changeReport(left, terminal));
      terminal.err(`These changes were not accepted: review them, then run "operations lock --accept".\n`);
    }
  }
  if (isAbsent) return ExitCode.unavailable;
  return left.length > 0 ? ExitCode.failed : ExitCode.ok;
}
