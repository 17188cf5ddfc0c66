/** What a config does as soon as it runs, for the person who decides about it. */
import type { HubConfig, LoadedConfig } from "../../entries/hub.ts";

export interface ConfigEffect {
  readonly verb: "starts" | "imports" | "connects to";
  readonly what: string;
}

/** Programs come first: they can do the most. Values of the environment are hidden: they may be secrets. */
export function effectsOf({ config, secrets = [] }: LoadedConfig): ConfigEffect[] {
  const hide = (text: string): string => secrets.reduce((shown, secret) => shown.replaceAll(secret, "…"), text);
  const effects = [
    ...startsOf(config).map((what) => ({ verb: "starts", what }) as const),
    ...importsOf(config).map((what) => ({ verb: "imports", what }) as const),
    ...[...new Set(hostsOf(config))].map((what) => ({ verb: "connects to", what }) as const),
  ];
  return effects.map(({ verb, what }) => ({ verb, what: hide(what) }));
}

function startsOf({ mcpServers = {} }: HubConfig): string[] {
  return Object.values(mcpServers).flatMap(({ command, args = [], disabled }) =>
    command === undefined || disabled === true ? [] : [[command, ...args].map(quote).join(" ")],
  );
}

/** So that one argument with spaces does not look like several. */
function quote(argument: string): string {
  return /^[^\s"']+$/.test(argument) ? argument : JSON.stringify(argument);
}

function importsOf({ local = {}, sources = {} }: HubConfig): string[] {
  const folders = (local.folders ?? []).map((folder) => `the modules in ${folder}`);
  return [
    ...folders,
    ...(local.modules ?? []),
    ...Object.values(sources).flatMap((source) => unlessOff(source, source.use)),
  ];
}

function hostsOf({ mcpServers = {}, openapi = {}, remotes = {} }: HubConfig): string[] {
  const addresses = [
    ...Object.values(mcpServers).flatMap((server) => unlessOff(server, server.url)),
    ...Object.values(openapi).flatMap((source) => [
      ...unlessOff(source, source.document),
      ...unlessOff(source, source.baseUrl),
    ]),
    ...Object.values(remotes).flatMap((remote) =>
      [remote.type === "nats" ? remote.servers : remote.url].flat().flatMap((address) => unlessOff(remote, address)),
    ),
  ];
  return addresses.flatMap((address) => hostOf(address));
}

function unlessOff({ disabled }: { readonly disabled?: boolean | undefined }, what: string | undefined): string[] {
  return disabled === true || what === undefined ? [] : [what];
}

/** Without path and password. A document may also be a file: it has no host. */
function hostOf(address: string): string[] {
  const { host } = URL.canParse(address) ? new URL(address) : { host: "" };
  return host === "" ? [] : [host];
}
