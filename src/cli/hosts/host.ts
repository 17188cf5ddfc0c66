/** A program on this machine that starts MCP servers, and how it writes them down. */

import type { HostName } from "../arguments/host-names.ts";

/** The facts about a machine that decide where configs are. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** The folder of the project. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Where a host keeps its servers. */
export interface HostConfigLocation {
  readonly file: string;
  /** The names that lead to the servers; `*` stands for every name. */
  readonly at: readonly string[];
  /** Servers of one project only. Others are for every project of this user. */
  readonly isProject?: boolean | undefined;
}

/** How a host writes variables in its values: not at all, `${NAME}`, `${env:NAME}`, or also `$NAME`. */
export type VariableSyntax = "none" | "plain" | "prefixed" | "shell";

/** The server that a host is to start: this command. */
export interface StartedServer {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export type HostEntry = Readonly<Record<string, unknown>>;

export interface Host {
  readonly name: HostName;
  readonly title: string;
  /** The documentation that its format comes from. */
  readonly docs: string;
  readonly syntax: "json" | "toml";
  readonly variables: VariableSyntax;
  /** The first one is where `install` writes. */
  readonly places: (machine: Machine) => readonly HostConfigLocation[];
  readonly toEntry: (server: StartedServer) => HostEntry;
  /** What a person does so that the host reads its config again. */
  readonly afterwards: string;
}
