import { CallError, messageOf } from "../../errors/call-error.ts";
import { readBeginning } from "../../shared/read-beginning.ts";

/** Bytes. */
const LARGEST_METADATA = 2 ** 20;
const TIMEOUT = 10_000;

/**
 * The address of an issuer's keys, as its metadata says: OpenID Connect Discovery, then RFC 8414. The metadata must be of
 * this issuer.
 */
export async function discoverKeys(issuer: string): Promise<string> {
  const reasons: string[] = [];
  for (const url of metadataAddresses(issuer)) {
    try {
      return keysIn(await fetchMetadata(url), issuer);
    } catch (thrown) {
      reasons.push(`${url}: ${messageOf(thrown)}`);
    }
  }
  const message = `The keys of the issuer ${issuer} were not found; give a jwksUrl. ${reasons.join("; ")}`;
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
  // No redirect: a server that can redirect could name keys of its own.
  const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(TIMEOUT) });
  const { bytes, isComplete } = await readBeginning(response.body, LARGEST_METADATA);
  if (!response.ok) throw new Error(`status ${response.status}`);
  if (!isComplete) throw new Error(`more than ${LARGEST_METADATA} bytes`);
  const metadata: unknown = JSON.parse(new TextDecoder().decode(bytes));
  if (typeof metadata !== "object" || metadata === null) throw new Error("no JSON object");
  return metadata as Readonly<Record<string, unknown>>;
}

function keysIn({ issuer: said, jwks_uri: keys }: Readonly<Record<string, unknown>>, issuer: string): string {
  if (said !== issuer) throw new Error(`it is the metadata of ${JSON.stringify(said)}`);
  const protocol = typeof keys === "string" && URL.canParse(keys) ? new URL(keys).protocol : undefined;
  const isAsSafe = protocol === "https:" || (protocol === "http:" && issuer.startsWith("http:"));
  if (!isAsSafe) throw new Error(`jwks_uri is ${JSON.stringify(keys)}`);
  return keys as string;
}
