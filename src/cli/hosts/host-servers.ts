/** The servers that the hosts of a machine have in their configs. */
import { isRecord } from "../../shared/json/is-record.ts";
import type { Host, HostEntry, HostConfigLocation, Machine } from "./host.ts";
import { readHostFile } from "./host-file.ts";
import { HOSTS } from "./known-hosts.ts";

export interface HostServer {
  readonly host: Host;
  readonly name: string;
  readonly entry: HostEntry;
  readonly file: string;
  /** The folder of the project that it is for; undefined if it is for all. */
  readonly project: string | undefined;
}

export interface FoundServers {
  readonly servers: readonly HostServer[];
  /** Configs that can't be read, in words. */
  readonly problems: readonly string[];
}

/** Reads what is there. A broken config of one host does not affect the others. */
export async function findHostServers(machine: Machine, hosts: readonly Host[] = HOSTS): Promise<FoundServers> {
  const servers: HostServer[] = [];
  const problems: string[] = [];
  const places = hosts.flatMap((host) => host.places(machine).map((place) => ({ host, place })));
  for (const { host, place } of places) {
    try {
      const { text, document } = await readHostFile(place.file, host);
      if (text === undefined) continue;
      for (const { names, value } of partsAt(document.value, place.at)) {
        const project = place.isProject === true ? (names[0] ?? machine.folder) : undefined;
        servers.push(...serversIn(value).map((server) => ({ ...server, host, file: place.file, project })));
      }
    } catch (thrown) {
      const { message } = thrown as Error;
      if (!problems.includes(message)) problems.push(message);
    }
  }
  return { servers, problems };
}

function serversIn(value: unknown): Array<Pick<HostServer, "name" | "entry">> {
  return Object.entries(isRecord(value) ? value : {}).flatMap(([name, entry]) =>
    isRecord(entry) ? [{ name, entry }] : [],
  );
}

/** The parts that a place leads to, with the names that `*` stood for. */
function partsAt(
  value: unknown,
  [name, ...rest]: HostConfigLocation["at"],
  names: readonly string[] = [],
): Array<{ readonly names: readonly string[]; readonly value: unknown }> {
  if (name === undefined) return [{ names, value }];
  if (!isRecord(value)) return [];
  if (name === "*") {
    return Object.entries(value).flatMap(([key, member]) => partsAt(member, rest, [...names, key]));
  }
  return Object.hasOwn(value, name) ? partsAt(value[name], rest, names) : [];
}

/** The variable that gives a host's key to `operations mcp`. */
export const KEY_VARIABLE = "OPERATIONS_MCP_KEY";

/** Whether an entry starts this command: taking it over would make a hub that calls itself. */
export function isOwnEntry({ command, args, env }: HostEntry): boolean {
  if (isRecord(env) && Object.hasOwn(env, KEY_VARIABLE)) return true;
  const words = [command, ...(Array.isArray(args) ? (args as unknown[]) : [])].filter(
    (word) => typeof word === "string",
  );
  return words.some((word) => OURS.test(word)) && words.includes("mcp");
}

/** The package, the command, or its program. */
const OURS = /^@alkdev\/operations(?:@|$)|(?:^|[\\/])operations(?:\.cmd)?$|[\\/]@alkdev[\\/]operations[\\/].*bin\.js$/;
