import type { Identity } from "../../../operation/access-control.ts";
import type { MCPMethod } from "../../../operation/mcp/mcp-marks.ts";
import { resourceMarkOf } from "../../../operation/mcp/mcp-marks.ts";
import type { ServerSDK } from "../options/load-sdk.ts";
import { findAppSources } from "../tools/app-tools.ts";
import type { AppCaller } from "../tools/app-tools.ts";
import type { ResourceDeps } from "./list-resources.ts";
import type { CallableOperation } from "./resource-catalog.ts";

/** Longer URIs are ignored: matching a template takes time. */
const LONGEST_URI = 8000;

/** The operation behind a URI, with its input. */
export interface FoundResource extends CallableOperation {
  readonly arguments: Readonly<Record<string, string>>;
}

/** The operation that reads a URI, for a caller who may call it. */
export function findReader(deps: ResourceDeps, uri: string, identity: Identity | undefined): FoundResource | undefined {
  return findOwn(deps, uri, identity) ?? findProvided(deps, uri, { method: "resources/read", identity });
}

/** The SUBSCRIPTION that reports changes of a URI. `acknowledges`: its first item says that it watches. */
export function findWatcher(
  deps: ResourceDeps,
  uri: string,
  identity: Identity | undefined,
): (FoundResource & { readonly acknowledges: boolean }) | undefined {
  const own = findOwn(deps, uri, identity);
  if (own === undefined) {
    const found = findProvided(deps, uri, { method: "resources/subscribe", identity });
    return found && { ...found, acknowledges: true };
  }
  const watcher = deps.resources.findById(resourceMarkOf(own.spec)?.watchedBy, identity);
  return watcher && { ...watcher, arguments: own.arguments, acknowledges: false };
}

/** The operations that may read a URI as a page of an MCP App knows it from its own server. */
export function findAppReaders(deps: ResourceDeps, uri: string, caller: AppCaller): readonly FoundResource[] {
  const { resources, catalog } = deps;
  return findAppSources(catalog, caller).flatMap((source) => {
    const provider = resources.providers.get(source);
    const found = provider && resources.operationFor(provider, "resources/read", caller.identity);
    return found === undefined ? [] : [{ ...found, arguments: { uri } }];
  });
}

function findProvided(
  { resources }: ResourceDeps,
  uri: string,
  { method, identity }: { readonly method: MCPMethod; readonly identity: Identity | undefined },
): FoundResource | undefined {
  const provided = resources.providers.find(uri);
  const found = provided && resources.operationFor(provided.provider, method, identity);
  return found && { ...found, arguments: { uri: provided.uri } };
}

/** A plain URI goes before a source, and a source before a template: a wide template must not hide a source. */
function findOwn(deps: ResourceDeps, uri: string, identity: Identity | undefined): FoundResource | undefined {
  const { resources, sdk } = deps;
  const plain = uri.includes("{") ? undefined : resources.findOwn(uri, identity);
  if (plain !== undefined) return { ...plain, arguments: {} };
  if (uri.length > LONGEST_URI || resources.providers.find(uri) !== undefined) return undefined;
  for (const { uri: template, id, spec } of resources.own("uriTemplate", identity)) {
    const variables = matchTemplate(sdk, template, uri);
    if (variables !== undefined) return { id, spec, arguments: variables };
  }
  return undefined;
}

function matchTemplate(sdk: ServerSDK, template: string, uri: string): Record<string, string> | undefined {
  const variables = new sdk.UriTemplate(template).match(uri);
  if (variables === null) return undefined;
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, decoded(Array.isArray(value) ? value.join(",") : value)]),
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
