import { operationId } from "../../operation/operation-id.ts";
import type { OperationSpec } from "../../operation/operation-spec.ts";
import { closestName } from "../../shared/closest-name.ts";
import { matchesAny, matchesOperation } from "../../shared/name-pattern.ts";
import { showPlace } from "../config/config-place.ts";
import type { LoadedConfig } from "../config/loaded-config.ts";
import { mcpInterfaceOf } from "../config/mcp-fields.ts";
import type { ConfigPath } from "../config/text/config-text.ts";

interface ListedName {
  readonly path: ConfigPath;
  readonly name: string;
  /** Whether the list also takes namespaces. */
  readonly takesNamespaces: boolean;
}

/**
 * The names and patterns in lists for the whole hub that fit none of its operations: a line each, with its place.
 * `absent` names the sources that are not ready, whose operations are not known.
 */
export function findUnmatchedLists(
  loaded: LoadedConfig,
  specs: readonly OperationSpec[],
  absent: readonly string[],
): string[] {
  const listed = namesIn(loaded.config);
  if (listed.length === 0) return [];
  const ids = specs.map(operationId);
  const namespaces = new Set(specs.map(({ namespace }) => namespace));
  const unknown = absent.length === 0 ? "" : `; ${absent.join(", ")} not connected yet`;
  return listed.flatMap(({ path, name, takesNamespaces }) => {
    const fits = takesNamespaces ? matchesOperation([name]) : matchesId(name);
    if (specs.some(fits)) return [];
    const kind = takesNamespaces ? "id or namespace" : "id";
    const what = name.includes("*") ? "fits this pattern" : `has this ${kind}`;
    const closest = closestName(name, takesNamespaces ? [...namespaces, ...ids] : ids);
    const hint = closest === undefined ? "" : ` (did you mean ${closest}?)`;
    return [`${showPlace(loaded, path)}: no operation of this hub ${what}${hint}${unknown}`];
  });
}

function namesIn(config: LoadedConfig["config"]): ListedName[] {
  const { rateLimits, serve, approvals, remotes = {} } = config;
  const { callersConfirm } = approvals ?? {};
  return [
    ...Object.entries(rateLimits?.rules ?? {}).flatMap(([name, { operations }]) =>
      list(["rateLimits", "rules", name, "operations"], operations),
    ),
    ...list(["serve", "publicOperations"], serve?.publicOperations, false),
    ...Object.keys(mcpInterfaceOf(config).toolNames ?? {}).map((name) => {
      return { path: ["serve", "mcp", "toolNames", name], name, takesNamespaces: false };
    }),
    ...list(["approvals", "callersConfirm"], Array.isArray(callersConfirm) ? callersConfirm : []),
    ...Object.entries(remotes).flatMap(([name, { offer }]) => list(["remotes", name, "offer"], offer)),
  ];
}

function list(path: ConfigPath, names: readonly string[] = [], takesNamespaces = true): ListedName[] {
  return names.map((name, index) => ({ path: [...path, index], name, takesNamespaces }));
}

function matchesId(pattern: string): (spec: OperationSpec) => boolean {
  const matches = matchesAny([pattern]);
  return (spec) => matches(operationId(spec));
}
