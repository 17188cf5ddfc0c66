import type { Identity, OperationRegistry } from "../../../entries/index.ts";

/** The person who runs the process owns it, and may call every operation, now and later. */
export function ownerIdentity(registry: OperationRegistry, id = "local"): Identity {
  let rights: ReturnType<typeof collectRights> | undefined;
  registry.onChange(() => (rights = undefined));
  return {
    id,
    get scopes() {
      return (rights ??= collectRights(registry)).scopes;
    },
    get resources() {
      return (rights ??= collectRights(registry)).resources;
    },
  };
}

function collectRights(registry: OperationRegistry): Required<Pick<Identity, "scopes" | "resources">> {
  const controls = registry.list().map(({ accessControl }) => accessControl);
  const scopes = controls.flatMap(({ requiredScopes, requiredScopesAny = [] }) => [
    ...requiredScopes,
    ...requiredScopesAny,
  ]);
  const types = controls.flatMap(({ resourceType }) => resourceType ?? []);
  return { scopes: [...new Set(scopes)], resources: Object.fromEntries(types.map((type) => [type, ["*"]])) };
}
