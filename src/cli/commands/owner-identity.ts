import type { Identity, OperationRegistry } from "../../entries/index.ts";

/** Whoever runs the process owns it, and may call everything that there is, or comes later. */
export function ownerIdentity(registry: OperationRegistry): Identity {
  let rights = collectRights(registry);
  registry.onChange(() => (rights = collectRights(registry)));
  return {
    id: "local",
    get scopes() {
      return rights.scopes;
    },
    get resources() {
      return rights.resources;
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
