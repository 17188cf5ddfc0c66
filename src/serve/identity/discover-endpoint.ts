import { CallError, messageOf } from "../../errors/call-error.ts";
import { readBeginning } from "../../shared/read-beginning.ts";

/** Bytes. */
const LARGEST_METADATA = 2 ** 20;
const TIMEOUT = 10_000;

/** What is looked for in an issuer's metadata, and what errors call it. */
const WANTED = {
  jwks_uri: { what: "JWKS", setting: "jwksUrl" },
  introspection_endpoint: { what: "introspection endpoint", setting: "endpoint" },
} as const;

/**
 * An address of an issuer, as its metadata says: OpenID Connect Discovery, then RFC 8414. The metadata must be of this
 * issuer.
 */
export async function discoverEndpoint(issuer: string, name: keyof typeof WANTED): Promise<string> {
  const reasons: string[] = [];
  for (const url of metadataAddresses(issuer)) {
    try {
      return endpointIn(await fetchMetadata(url), issuer, name);
    } catch (thrown) {
      reasons.push(`${url}: ${messageOf(thrown)}`);
    }
  }
  const { what, setting } = WANTED[name];
  const message = `The issuer ${issuer} does not say where its ${what} is; set ${setting}. ${reasons.join("; ")}`;
  throw new CallError("EXECUTION_ERROR", message);
}

function metadataAddresses(issuer: string): string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, "");
  return [
    `${origin}${path}/.well-known/openid-configuration`,
    `${origin}/.well-known/oauth-authorization-server${path}`,
  ];
}

async function fetchMetadata(url: string): Promise<Readonly<Record<string, unknown>>> {
  // No redirect: a server that can redirect could name its own keys.
  const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(TIMEOUT) });
  const { bytes, isComplete } = await readBeginning(response.body, LARGEST_METADATA);
  if (!response.ok) throw new Error(`status ${response.status}`);
  if (!isComplete) throw new Error(`more than ${LARGEST_METADATA} bytes`);
  const metadata: unknown = JSON.parse(new TextDecoder().decode(bytes));
  if (typeof metadata !== "object" || metadata === null) throw new Error("no JSON object");
  return metadata as Readonly<Record<string, unknown>>;
}

function endpointIn(metadata: Readonly<Record<string, unknown>>, issuer: string, name: string): string {
  const { issuer: said, [name]: found } = metadata;
  if (said !== issuer) throw new Error(`it is the metadata of ${JSON.stringify(said)}`);
  const protocol = typeof found === "string" && URL.canParse(found) ? new URL(found).protocol : undefined;
  const isAsSafe = protocol === "https:" || (protocol === "http:" && issuer.startsWith("http:"));
  if (!isAsSafe) throw new Error(`${name} is ${JSON.stringify(found)}`);
  return found as string;
}
