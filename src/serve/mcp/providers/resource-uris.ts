/**
 * The URIs of resources, distinguished by the namespace of their source: `demo://a/b` of `files` is `demo://files/a/b`.
 * The namespace is always there, so that no URI changes when another source arrives, and it can be taken out again.
 */

const SCHEME = /^([A-Za-z][A-Za-z0-9+.-]*):(\/\/)?/;
/** For URIs without their own scheme, such as the template `{+path}`. */
const OWN_SCHEME = "x-mcp";

/** A URI, or a URI template, of a source as clients see it. */
export function withNamespace(uri: string, namespace: string): string {
  const [head = "", scheme = "", slashes] = SCHEME.exec(uri) ?? [];
  if (scheme === "" || scheme === OWN_SCHEME) return `${OWN_SCHEME}://${namespace}/${uri}`;
  const rest = uri.slice(head.length);
  return slashes === undefined ? `${scheme}:${namespace}:${rest}` : `${scheme}://${namespace}/${rest}`;
}

/** The namespace in a URI that a client sent, and the URI as the source knows it. */
export function splitNamespace(uri: string): { readonly namespace: string; readonly uri: string } | undefined {
  const [head = "", scheme = "", slashes] = SCHEME.exec(uri) ?? [];
  const rest = uri.slice(head.length);
  const end = rest.indexOf(slashes === undefined ? ":" : "/");
  if (scheme === "" || end <= 0) return undefined;
  const [namespace, own] = [rest.slice(0, end), rest.slice(end + 1)];
  if (scheme === OWN_SCHEME) return { namespace, uri: own };
  return { namespace, uri: `${head}${own}` };
}
