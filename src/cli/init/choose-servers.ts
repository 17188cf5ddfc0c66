/** Which servers of the hosts on this machine a new config takes over. */
import { isDeepStrictEqual } from "node:util";
import type { Machine } from "../hosts/host.ts";
import { isOwnEntry } from "../hosts/host-servers.ts";
import type { HostServer } from "../hosts/host-servers.ts";
import { hideSecrets } from "../hosts/hidden-secrets.ts";
import type { HiddenSecrets } from "../hosts/hidden-secrets.ts";
import { takeServer } from "../hosts/taken-server.ts";
import type { ServerConfig } from "../hosts/taken-server.ts";
import { confirm } from "../terminal/confirm.ts";
import { safeLine } from "../terminal/safe-text.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { wholeLines } from "../terminal/whole-lines.ts";

export interface Candidate {
  readonly name: string;
  readonly server: ServerConfig;
  readonly leftOut: readonly string[];
  /** The titles of the hosts that have it. */
  readonly hosts: readonly string[];
  /** Only a project in another folder has it. */
  readonly isElsewhere: boolean;
}

/**
 * Our own entry does not count, and a server that several hosts have counts once. Secrets are already variables:
 * nothing shows them.
 */
export function candidatesOf(servers: readonly HostServer[], machine: Machine, secrets: HiddenSecrets): Candidate[] {
  const candidates: Candidate[] = [];
  for (const found of servers) {
    if (isOwnEntry(found.entry)) continue;
    const taken = takeServer(found, machine);
    if (taken === undefined) continue;
    const isElsewhere = found.project !== undefined && found.project !== machine.folder;
    // Its paths start in the folder of its project.
    const isMoved = isElsewhere && "command" in taken.server && !("cwd" in taken.server);
    const server = hideSecrets(found.name, isMoved ? { ...taken.server, cwd: found.project } : taken.server, secrets);
    const same = candidates.findIndex((each) => each.name === found.name && isDeepStrictEqual(each.server, server));
    const { title } = found.host;
    const known = candidates[same];
    if (known === undefined) {
      const name = freeName(found.name, found.host.name, candidates);
      candidates.push({ name, server, leftOut: taken.leftOut, hosts: [title], isElsewhere });
      continue;
    }
    const hosts = known.hosts.includes(title) ? known.hosts : [...known.hosts, title];
    candidates[same] = { ...known, hosts, isElsewhere: known.isElsewhere && isElsewhere };
  }
  return candidates;
}

/** Two hosts may have different servers of one name. */
function freeName(name: string, host: string, candidates: readonly Candidate[]): string {
  const isTaken = (wanted: string): boolean => candidates.some((each) => each.name === wanted);
  if (!isTaken(name)) return name;
  for (let number = 1; ; number++) {
    const wanted = `${name}-${host}${number === 1 ? "" : `-${number}`}`;
    if (!isTaken(wanted)) return wanted;
  }
}

/** Asks for each: a config starts these commands. */
export async function chooseServers(candidates: readonly Candidate[], terminal: Terminal): Promise<Candidate[]> {
  const chosen: Candidate[] = [];
  const { errorStyle } = terminal;
  const room = (terminal.errorWidth ?? 80) - 4;
  for (const candidate of candidates) {
    const { name, hosts, isElsewhere } = candidate;
    const from = isElsewhere ? `${hosts.join(", ")}, in another project` : hosts.join(", ");
    terminal.err(`\n${errorStyle.bold(safeLine(name))}  ${errorStyle.dim(safeLine(from))}\n`);
    for (const line of wholeLines(effectOf(candidate.server), room)) terminal.err(`  ${line}\n`);
    if (await confirm(terminal, "Take it over?", { isDefault: !isElsewhere })) chosen.push(candidate);
  }
  return chosen;
}

/** The whole command, or the address. */
function effectOf({ command, args, url }: ServerConfig): string {
  if (typeof url === "string") return `connects to ${url}`;
  const words = [command, ...(Array.isArray(args) ? (args as unknown[]) : [])].map(String);
  return `starts ${words.map((word) => (/[\s'"]/.test(word) ? JSON.stringify(word) : word)).join(" ")}`;
}
