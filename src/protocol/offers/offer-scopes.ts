import type { Identity } from "../../operation/access-control.ts";

/**
 * Whether an identity may offer operations of a namespace: it holds `offer:<namespace>`, `offer:<parent>.*` for one of
 * the namespaces above it, or `offer:*`.
 */
export function mayOfferNamespace(identity: Identity | undefined, namespace: string): boolean {
  const scopes: unknown = identity?.scopes;
  if (!Array.isArray(scopes)) return false;
  const segments = namespace.split(".");
  const parents = segments.slice(1).map((_, index) => `${segments.slice(0, index + 1).join(".")}.*`);
  return ["*", ...parents, namespace].some((allowed) => scopes.includes(`offer:${allowed}`));
}
