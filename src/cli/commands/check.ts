import stringWidth from "string-width";
import wrapAnsi from "wrap-ansi";
import { configWarnings, startHub } from "../../entries/hub.ts";
import type {
  ConfigWarning,
  LoadedConfig,
  RunningHub,
  SourceChanges,
  SourcesLock,
  SourceStatus,
} from "../../entries/hub.ts";
import { openConfig } from "../config/open-config.ts";
import type { RunCommand } from "../session/command-context.ts";
import { ExitCode } from "../output/exit-code.ts";
import { troubleOf } from "../backend/trouble-of.ts";
import { changeReport } from "../output/change-report.ts";
import { withSpinner } from "../session/interruption.ts";
import { isServed } from "../backend/hub/running-hub.ts";
import type { LogTarget } from "../backend/local/open-log.ts";
import { logTarget } from "../backend/local/open-log.ts";
import { safeLine } from "../terminal/safe-text.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { waitForSources } from "../backend/local/wait-for-sources.ts";

/** Throws the errors of the config: like every usage error, they end with exit code 2. */
export const run: RunCommand = async ({ options, terminal }) => {
  const atMost = options.duration("timeout");
  const loaded = await openConfig({ options, terminal });
  // A log is wanted only if the command line asks for one.
  const isLogged = options.has("log-level") || options.has("log-file");
  const level = options.text("log-level") as LogLevel;
  const config = level === undefined ? loaded.config : { ...loaded.config, log: { ...loaded.config.log, level } };
  const logTo = isLogged ? logTarget(options) : { write: () => undefined };
  return await withSpinner(terminal, async (signal, spinner) => {
    spinner.text = "Connecting";
    const { hub, taken } = await tryHub(
      { ...loaded, config },
      { logTo, isServed: await isServed(loaded, terminal.env) },
    );
    const { sources } = hub;
    try {
      await waitForSources(sources, { signal, atMost });
      const statuses = sources.statuses();
      spinner.pause();
      const { lock } = sources;
      const isLocked = options.has("locked");
      const changes = lock.exists || isLocked ? lock.changes() : [];
      const { file, exists, stale } = lock;
      const compared = { file, exists, sources: changes, stale };
      const warnings = [...taken, ...(await configWarnings(loaded)), ...sources.warnings()];
      const report = {
        file: loaded.file,
        sources: statuses,
        warnings,
        ...(lock.exists || isLocked ? { lock: compared } : {}),
      };
      if (options.has("json")) terminal.out(`${JSON.stringify(report)}\n`);
      else {
        terminal.out(reportOf(statuses, loaded.file, terminal));
        for (const { message } of warnings) terminal.out(`${terminal.style.yellow("!")} ${safeLine(message)}\n`);
        if (lock.exists) terminal.out(changeReport(changes, terminal, stale));
        else if (isLocked) terminal.err(`There is no ${lock.file}: run "operations lock".\n`);
      }
      const code = exitCodeFor(statuses);
      return code === ExitCode.ok && isLocked && !isAsLocked(compared) ? ExitCode.failed : code;
    } finally {
      await hub.close({ graceMs: 0 });
    }
  });
};

interface TryOptions {
  readonly logTo: LogTarget | undefined;
  /** Whether a hub of this config runs, and has its port. */
  readonly isServed: boolean;
}

/** Starts the hub as `serve` does, so whatever refuses to start says so here. A taken port may be free again by then. */
async function tryHub(
  loaded: LoadedConfig,
  { logTo, isServed }: TryOptions,
): Promise<{ hub: RunningHub; taken: ConfigWarning[] }> {
  const start = (port?: number): Promise<RunningHub> => startHub(loaded, { isTrial: true, port, logTo });
  if (isServed) return { hub: await start(0), taken: [] };
  try {
    return { hub: await start(), taken: [] };
  } catch (thrown) {
    const { message, cause } = thrown as Error & { readonly cause?: { readonly code?: unknown } };
    if (cause?.code !== "EADDRINUSE") throw thrown;
    return { hub: await start(0), taken: [{ sources: [], message }] };
  }
}

type LogLevel = NonNullable<LoadedConfig["config"]["log"]>["level"];

interface ComparedLock extends Pick<SourcesLock, "exists" | "stale"> {
  readonly sources: readonly SourceChanges[];
}

/** A change that a person has refused is not news. */
function isAsLocked({ exists, stale, sources }: ComparedLock): boolean {
  if (!exists || stale.length > 0) return false;
  return sources.every(({ state, changes }) => state === "locked" && changes.every(({ isRefused }) => isRefused));
}

/** A quarantined operation can't be called. Findings only report what an import has changed. */
function exitCodeFor(statuses: readonly SourceStatus[]): number {
  if (statuses.some(({ state }) => state !== "ready")) return ExitCode.unavailable;
  const isWhole = statuses.every(({ report }) => (report?.counts.quarantined ?? 0) === 0);
  return isWhole ? ExitCode.ok : ExitCode.failed;
}

/** The reason beside the label, or below it if there is no room. */
function reasonLines(label: string, reason: string, { width, isInteractive }: Terminal): string[] {
  const room = Math.max(40, width);
  const isShort = stringWidth(`✘ ${reason}`) + LONGEST_LABEL <= room;
  if (!isInteractive || isShort) return [`${label}  ${reason}`];
  return [label, INDENT + wrapAnsi(reason, room - INDENT.length).replaceAll("\n", `\n${INDENT}`)];
}

const NOT_READY = { connecting: "is still connecting", failed: "is not connected", closed: "is closed" };
const INDENT = "    ";
/** An estimate for name and kind: they are coloured, and not worth measuring. */
const LONGEST_LABEL = 30;

function reportOf(statuses: readonly SourceStatus[], file: string | undefined, terminal: Terminal): string {
  const { style } = terminal;
  const lines = [`${style.green("✔")} ${safeLine(file ?? "the config")}`];
  if (statuses.length === 0) lines.push(style.yellow("  It has no sources yet."));
  for (const { name, kind, state, operations, error, where, report } of statuses) {
    const label = `${style.bold(safeLine(name))} ${style.dim(kind)}`;
    if (state !== "ready") {
      lines.push(
        ...reasonLines(`${style.red("✘")} ${label}`, safeLine(troubleOf(error ?? NOT_READY[state], where)), terminal),
      );
      continue;
    }
    const quarantined = report?.counts.quarantined ?? 0;
    const mark = quarantined > 0 ? style.yellow("!") : style.green("✔");
    lines.push(`${mark} ${label}  ${safeLine(report?.summary ?? `${operations} operations`)}`);
    for (const { id, method = "", path = "", reason } of report?.quarantined ?? []) {
      lines.push(`    ${style.yellow("quarantined")} ${safeLine(id ?? `${method} ${path}`)}: ${safeLine(reason)}`);
    }
    // Names that no operation has are warnings, below.
    const findings = (report?.findings ?? []).filter((finding) => finding.kind !== "unmatched");
    for (const { kind, where, why } of findings) {
      lines.push(`    ${style.dim(safeLine(kind))} ${safeLine(where)}: ${safeLine(why)}`);
    }
    const shown = (report?.quarantined.length ?? 0) + (report?.findings.length ?? 0);
    const all = quarantined + (report?.counts.findings ?? 0);
    if (all > shown) lines.push(style.dim(`    … and ${all - shown} more`));
  }
  return `${lines.join("\n")}\n`;
}
