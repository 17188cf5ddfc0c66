import { toNamespace } from "../../operation/operation-id.ts";
import type { SourceLogin } from "../../sources/login/source-logins.ts";
import { OptionError } from "../../sources/option-error.ts";
import type { OpenedSource, OperationSource, SourceContext } from "../../sources/source.ts";
import type { HubConfig, LocalConfig, SourcePolicyConfig } from "../config/hub-config.ts";
import { showPlace } from "../config/config-place.ts";
import { ConfigError } from "../config/text/config-error.ts";
import type { ConfigPath } from "../config/text/config-text.ts";
import type { LoadedConfig } from "../config/loaded-config.ts";
import { versionOfFile, versionOfFolder } from "../config/file-version.ts";
import { node } from "../config/node-modules.ts";
import { lockName } from "../lock/lock-gate.ts";
import { SourceShaping } from "../shaping/source-shaping.ts";
import { openCustomSource, versionOfModule } from "./custom-source.ts";
import type { BuiltInSources } from "./hub-sources.ts";
import { RuleNames } from "./rule-names.ts";
import { commonRules, createPolicy } from "./source-policy.ts";
import type { CommonRules, SourcePolicy } from "./source-policy.ts";
import type { SourceKind } from "./source-status.ts";

/** A source as the config describes it. */
export interface SourceEntry {
  readonly name: string;
  readonly kind: SourceKind;
  /** The namespace that the config gives to its operations; empty if they come with their own. */
  readonly namespace: string;
  readonly policy: SourcePolicy;
  /** Differs if the policy does. */
  readonly policyKey: string;
  /** Differs if the source must be opened again. */
  readonly connectionKey: string;
  readonly open: (context: SourceContext) => OpenedSource | Promise<OpenedSource>;
  /** How a person logs in to it; undefined if no login is needed. */
  readonly login: SourceLogin | undefined;
  /** Where the config has what an error is about: `file:line:column: path`. Undefined if the error says so itself. */
  readonly placeOf: (error: unknown) => string | undefined;
}

interface Described {
  readonly name: string;
  readonly kind: SourceKind;
  /** Where the config describes it. */
  readonly path: ConfigPath;
  readonly config: SourcePolicyConfig;
  readonly open: (options: Record<string, unknown>, context: SourceContext) => OpenedSource | Promise<OpenedSource>;
  readonly login?: ((options: Record<string, unknown>) => SourceLogin | undefined) | undefined;
  /** Differs if a file has changed that the source is made from: a reload of the config then opens it again. */
  readonly version?: unknown;
}

/** The sources that a config names and does not disable. `builtIn` holds at least those of the kinds that it names. */
export function toEntries(loaded: LoadedConfig, builtIn: Partial<BuiltInSources>, folder: string): SourceEntry[] {
  const { mcpServers, openapi, local, remotes, sources } = loaded.config;
  const common = commonRules(loaded.config);
  const ofKind = (path: ConfigPath, kind: keyof BuiltInSources, config: SourcePolicyConfig): Described => {
    // A source gets the options of its own kind, which the schema of the config has checked.
    const source = builtIn[kind] as OperationSource<object>;
    const name = String(path.at(-1));
    const login = (options: Record<string, unknown>): SourceLogin | undefined =>
      source.login?.(options, { name, folder });
    return { name, kind, path, config, login, open: (options, context) => source.open(options, context) };
  };
  const described: Described[] = [
    ...(local === undefined ? [] : [{ ...ofKind(["local"], "local", local), version: versionOfLocal(local, folder) }]),
    ...enabled(openapi).map(([name, config]) => ({
      ...ofKind(["openapi", name], "openapi", config),
      version: isURL(config.document) ? undefined : versionOfFile(node.path.resolve(folder, config.document)),
    })),
    ...enabled(mcpServers).map(([name, config]) => ofKind(["mcpServers", name], "mcp", config)),
    ...enabled(remotes).map(([name, config]) => ofKind(["remotes", name], config.type, config)),
    ...enabled(sources).map(([name, config]): Described => {
      const { use } = config;
      const open: Described["open"] = ({ use: _use, ...options }, context) =>
        openCustomSource({ name, use, options, loaded }, context);
      const path = ["sources", name];
      return { name, kind: "custom", path, config, open, version: versionOfModule(use, folder) };
    }),
  ];
  return described.map((source) => toEntry(source, common, loaded, folder));
}

/** How a lock names the sources of a config, including disabled ones: they come back as they were accepted. */
export function lockNames({ mcpServers = {}, openapi = {}, remotes = {}, sources = {} }: HubConfig): string[] {
  return [
    ...Object.keys(mcpServers).map((name) => lockName("mcp", name)),
    ...Object.keys(openapi).map((name) => lockName("openapi", name)),
    ...Object.entries(remotes).map(([name, { type }]) => lockName(type, name)),
    ...Object.keys(sources).map((name) => lockName("custom", name)),
  ];
}

/** Empty if the operations bring their own namespaces. */
function namespaceOf(kind: SourceKind, name: string, given: unknown): string {
  if (kind !== "mcp" && kind !== "openapi" && kind !== "custom") return "";
  const namespace = typeof given === "string" ? given : name;
  return kind === "mcp" ? toNamespace(namespace) : namespace;
}

function versionOfLocal({ folders = [], modules = [] }: LocalConfig, folder: string): unknown {
  const at = (path: string): string => node.path.resolve(folder, path);
  return [folders.map((path) => versionOfFolder(at(path))), modules.map((path) => versionOfFile(at(path)))];
}

function isURL(document: string): boolean {
  return /^https?:/i.test(document);
}

function enabled<T extends { disabled?: boolean }>(sources: Readonly<Record<string, T>> = {}): Array<[string, T]> {
  return Object.entries(sources).filter(([, { disabled }]) => disabled !== true);
}

function toEntry(source: Described, common: CommonRules, loaded: LoadedConfig, folder: string): SourceEntry {
  const { name, kind, path, config, open, login, version } = source;
  const {
    include,
    exclude,
    scopes,
    output,
    approval,
    operations,
    disabled: _disabled,
    ...options
  } = config as SourcePolicyConfig & Record<string, unknown>;
  return {
    name,
    kind,
    namespace: namespaceOf(kind, name, options["namespace"]),
    policy: createPolicy(
      config,
      common,
      new SourceShaping(operations, loaded, path),
      new RuleNames(config, loaded, path),
    ),
    policyKey: JSON.stringify([include, exclude, scopes, output, approval, operations, common]),
    connectionKey: JSON.stringify([kind, folder, options, version]),
    open: (context) => open(options, context),
    login: login?.(options),
    placeOf: (error) =>
      error instanceof ConfigError ? undefined : showPlace(loaded, [...path, ...optionOf(error, options)]),
  };
}

/** Says where the other side is, or what is opened. */
const ADDRESSES = ["command", "url", "document", "servers", "use"];

/** The option that an error is about: the one that it names, or else the address of the source. */
function optionOf(error: unknown, options: Readonly<Record<string, unknown>>): ConfigPath {
  if (error instanceof OptionError) return error.option;
  return ADDRESSES.filter((name) => options[name] !== undefined).slice(0, 1);
}
