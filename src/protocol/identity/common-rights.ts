import type { Identity } from "../../operation/access-control.ts";

type Resources = NonNullable<Identity["resources"]>;

/** The caller, with those of its rights that the holder of the connection has as well. */
export function commonRights(caller: Identity, holder: Identity): Identity {
  const held = new Set(holder.scopes);
  const scopes = caller.scopes.filter((scope) => held.has(scope));
  if (caller.resources === undefined || holder.resources === undefined) return { id: caller.id, scopes };
  return { id: caller.id, scopes, resources: commonResources(caller.resources, holder.resources) };
}

function commonResources(some: Resources, others: Resources): Resources {
  const common = new Map<string, readonly string[]>();
  for (const [one, actions] of Object.entries(some)) {
    for (const [other, allowed] of Object.entries(others)) {
      const narrower = covers(one, other) ? other : one;
      if (narrower === one && !covers(other, one)) continue;
      const both = commonActions(actions, allowed);
      if (both.length > 0) common.set(narrower, [...(common.get(narrower) ?? []), ...both]);
    }
  }
  return Object.fromEntries(common);
}

/** `task` stands for every task, `task:7` for one. */
function covers(wider: string, resource: string): boolean {
  return resource === wider || resource.startsWith(`${wider}:`);
}

/** What comes from a token may be anything: no list, no rights. */
function commonActions(some: unknown, others: unknown): readonly string[] {
  if (!Array.isArray(some) || !Array.isArray(others)) return [];
  if (some.includes("*")) return others as string[];
  return others.includes("*") ? (some as string[]) : (some as string[]).filter((action) => others.includes(action));
}
