import type { RunningHub, SourceStatus } from "../../entries/hub.ts";
import { LOOPBACK_NAMES } from "../../shared/connections/loopback-names.ts";
import { counted } from "../../shared/short-text.ts";
import type { Options } from "../arguments/parse-options.ts";
import { troubleOf } from "../backend/trouble-of.ts";
import { safeLine } from "../terminal/safe-text.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Log messages that an announcer reports too. */
export const ANNOUNCED: readonly string[] = [
  "hub listens",
  "hub stops",
  "hub stopped",
  "source ready",
  "source failed",
  "source lost",
  "source is back",
  "config reloaded",
];

/** Reports how a hub is doing. */
export interface Announcer {
  addresses(hub: RunningHub): void;
  source(status: SourceStatus): void;
  note(text: string): void;
}

export function createAnnouncer(options: Options, terminal: Terminal): Announcer {
  if (!options.has("json")) return new PeopleAnnouncer(terminal);
  const line = (event: object): void => terminal.out(`${JSON.stringify(event)}\n`);
  return {
    addresses: ({ endpoints, hosts, keyFile }) => line({ event: "listening", endpoints, hosts, keyFile }),
    source: (source) => line({ event: "source", source }),
    note: (message) => line({ event: "note", message }),
  };
}

/** Prints a line for each change: it can be read later, and does not conflict with the log. */
class PeopleAnnouncer implements Announcer {
  readonly #terminal: Terminal;
  readonly #states = new Map<string, string>();

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  addresses({ endpoints, hosts, key, keyFile, makeLogInLink }: RunningHub): void {
    const { style } = this.#terminal;
    const labels: Record<string, string> = {
      explorer: "Explorer",
      http: "HTTP",
      openapi: "OpenAPI",
      mcp: "MCP",
      ws: "WebSocket",
    };
    const lines = Object.entries(labels).flatMap(([name, label]) => {
      const url = endpoints[name as keyof typeof endpoints];
      return url === undefined ? [] : [`  ${label.padEnd(10)} ${style.cyan(url)}`];
    });
    const others = hosts.filter((host) => !LOOPBACK_NAMES.includes(host));
    if (others.length > 0) lines.push(`  ${"Answers to".padEnd(10)} ${[LOOPBACK_NAMES[0], ...others].join(", ")}`);
    // In a pipe a link or key would end up in a log.
    const { isInteractive } = this.#terminal;
    if (makeLogInLink !== undefined && isInteractive)
      lines.push(`  ${"Log in".padEnd(10)} ${style.cyan(makeLogInLink())}  ${style.dim("(once, within 10 minutes)")}`);
    if (key !== undefined && isInteractive)
      lines.push(`  ${"Key".padEnd(10)} ${style.yellow(key)}  ${style.dim("(shown once)")}`);
    if (keyFile !== undefined) lines.push(`  ${"Key file".padEnd(10)} ${keyFile}`);
    this.#terminal.out(`${style.bold("The hub is listening")}\n${lines.join("\n")}\n`);
  }

  source({ name, kind, state, operations, error, where, retryAt, report }: SourceStatus): void {
    const { style } = this.#terminal;
    const quarantined = report?.counts.quarantined ?? 0;
    const why = quarantined === 0 ? "" : style.yellow(`, ${quarantined} quarantined: "operations check" says why`);
    const retry = retryAt === undefined ? "" : style.dim(` (next try at ${retryAt.slice(11, 19)} UTC)`);
    const text = {
      connecting: `${style.dim("…")} connecting`,
      ready: `${style.green("✔")} ${counted(operations, "operation")}${why}`,
      failed: `${style.red("✘")} ${safeLine(troubleOf(error ?? "failed", where))}${retry}`,
      closed: `${style.dim("–")} closed`,
    }[state];
    // The same line is not printed twice.
    if (this.#states.get(`${kind} ${name}`) === text) return;
    this.#states.set(`${kind} ${name}`, text);
    this.#terminal.out(`  ${safeLine(name).padEnd(16)} ${style.dim(kind.padEnd(8))} ${text}\n`);
  }

  note(text: string): void {
    this.#terminal.out(`${text}\n`);
  }
}
