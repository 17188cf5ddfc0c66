/** What a config does as soon as it runs, for the person who decides about it. */
import type { HubConfig, LoadedConfig } from "../../entries/hub.ts";
import { connectionsOf } from "./config-connections.ts";
import type { ConnectionTarget, Values } from "./config-connections.ts";

export interface ConfigEffect {
  readonly verb: "starts" | "imports" | "connects to";
  readonly what: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Programs come first: they can do the most. */
export function effectsOf(loaded: LoadedConfig, env: Environment): ConfigEffect[] {
  const { secrets = [] } = loaded;
  const hide = (text: string): string => secrets.reduce((shown, value) => withoutValue(shown, value, env), text);
  const effects = [
    ...startsOf(loaded).map((what) => ({ verb: "starts", what }) as const),
    ...importsOf(loaded.config).map((what) => ({ verb: "imports", what }) as const),
    ...[...new Set(addressesOf(loaded))].map((what) => ({ verb: "connects to", what }) as const),
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

/** As in a shell. A variable such as `NODE_OPTIONS`, or the folder of a relative path, decides what a program does. */
function startsOf(loaded: LoadedConfig): string[] {
  return Object.values(loaded.config.mcpServers ?? {}).flatMap((server) => {
    const { command, args = [], env, cwd, disabled } = server;
    if (command === undefined || disabled === true) return [];
    const line = [...assigned(loaded, env), ...[command, ...args].map(quote)].join(" ");
    return [cwd === undefined ? line : `${line} (in ${cwd})`];
  });
}

/** What `operations.env` puts into them is most likely a secret, unlike a part of a command: that it is there is shown. */
function assigned({ secrets = [] }: LoadedConfig, values: Values = {}): string[] {
  const own = new Set(Object.values(process.env));
  const fromFile = secrets.filter((value) => value !== "" && !own.has(value)).sort((a, b) => b.length - a.length);
  const escaped = fromFile.map((value) => value.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  const hidden = new RegExp(escaped.join("|") || "(?!)", "g");
  return Object.entries(values).map(
    ([name, value]) => `${quote(name)}=${quote(value.replaceAll(hidden, "<from operations.env>"))}`,
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

function addressesOf(loaded: LoadedConfig): string[] {
  return connectionsOf(loaded.config).map(({ to, headers, credentials, lets = [] }) => {
    const values = [...assigned(loaded, headers), ...assigned(loaded, withoutOwnTexts(loaded, credentials))];
    const shown = values.length === 0 ? shownTarget(to) : `${shownTarget(to)} with ${values.join(" ")}`;
    return lets.length === 0 ? shown : `${shown}, and lets it call ${lets.map(quote).join(" ")}`;
  });
}

/** A credential that stands in the config itself is nobody's secret but its author's, and still not for the screen. */
function withoutOwnTexts({ secrets = [] }: LoadedConfig, texts: Values = {}): Values {
  const isInserted = (text: string): boolean => secrets.some((value) => value !== "" && text.includes(value));
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, isInserted(text) ? text : "<from this config>"]),
  );
}

function unlessOff({ disabled }: { readonly disabled?: boolean | undefined }, what: string | undefined): string[] {
  return disabled === true || what === undefined ? [] : [what];
}

/** Whole, but for a name and password. Brokers may be addressed without a scheme. */
function shownTarget(to: ConnectionTarget): string {
  if (typeof to !== "string") return `the servers that ${shownTarget(to.serversOf)} names`;
  return quote(to.replace(/^([^/?#]*\/\/)?[^/?#]*@/, "$1"));
}
