import type { HubConfig, SourcePolicyConfig } from "../config/hub-config.ts";
import type { Connector } from "./connector.ts";
import type { Connectors } from "./hub-sources.ts";
import { createPolicy } from "./source-policy.ts";
import type { SourceEntry } from "./source-runner.ts";
import type { SourceKind } from "./source-status.ts";

interface Described<TConfig> {
  readonly name: string;
  readonly kind: SourceKind;
  readonly config: TConfig & SourcePolicyConfig;
  readonly connector: Connector<TConfig>;
}

/** The sources that a config names and does not disable. */
export function toEntries(config: HubConfig, connectors: Connectors, folder: string): SourceEntry[] {
  const { mcpServers, openapi, local, remotes } = config;
  const publicOperations = config.serve?.publicOperations ?? [];
  const entry = <TConfig>(described: Described<TConfig>): SourceEntry =>
    toEntry(described, { publicOperations, folder });
  return [
    ...(local === undefined
      ? []
      : [entry({ name: "local", kind: "local", config: local, connector: connectors.local })]),
    ...enabled(openapi).map(([name, source]) =>
      entry({ name, kind: "openapi", config: source, connector: connectors.openapi }),
    ),
    ...enabled(mcpServers).map(([name, source]) =>
      entry({ name, kind: "mcp", config: source, connector: connectors.mcp }),
    ),
    ...enabled(remotes).map(([name, source]) =>
      // A connector takes what its own kind of remote says.
      entry({ name, kind: source.type, config: source, connector: connectors[source.type] as Connector<object> }),
    ),
  ];
}

function enabled<T extends { disabled?: boolean }>(sources: Readonly<Record<string, T>> = {}): Array<[string, T]> {
  return Object.entries(sources).filter(([, { disabled }]) => disabled !== true);
}

interface Common {
  readonly publicOperations: readonly string[];
  readonly folder: string;
}

function toEntry<TConfig>(described: Described<TConfig>, { publicOperations, folder }: Common): SourceEntry {
  const { name, kind, config, connector } = described;
  const { include, exclude, scopes, approval, ...connection } = config as SourcePolicyConfig & object;
  return {
    name,
    kind,
    policy: createPolicy(config, publicOperations),
    policyKey: JSON.stringify([include, exclude, scopes, approval, publicOperations]),
    connectionKey: JSON.stringify([kind, folder, connection]),
    connect: (context) => connector(config, context),
  };
}
