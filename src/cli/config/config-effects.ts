/** What a config does as soon as it runs, for the person who decides about it. */
import type { HubConfig, LoadedConfig } from "../../entries/hub.ts";

export interface ConfigEffect {
  readonly verb: "starts" | "imports" | "connects to";
  readonly what: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Programs come first: they can do the most. */
export function effectsOf({ config, secrets = [] }: LoadedConfig, env: Environment): ConfigEffect[] {
  const hide = (text: string): string => secrets.reduce((shown, value) => withoutValue(shown, value, env), text);
  const effects = [
    ...startsOf(config).map((what) => ({ verb: "starts", what }) as const),
    ...importsOf(config).map((what) => ({ verb: "imports", what }) as const),
    ...[...new Set(hostsOf(config))].map((what) => ({ verb: "connects to", what }) as const),
  ];
  return effects.map(({ verb, what }) => ({ verb, what: hide(what) }));
}

/**
 * A value of the person's own environment may be a secret, and its name says what it is. What comes from
 * `operations.env` came with the config, and may be a part of a command: it is shown.
 */
function withoutValue(text: string, value: string, env: Environment): string {
  const name = Object.keys(env).find((each) => env[each] === value);
  return name === undefined ? text : text.replaceAll(value, () => `\${${name}}`);
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
