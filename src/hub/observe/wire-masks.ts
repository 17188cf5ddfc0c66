const MASK = "[redacted]";
/** Names of header fields and query parameters that hold credentials. */
const SENSITIVE = /auth|cookie|token|secret|key|passw|session|signature|credential|^(?:sig|code|pwd)$/i;
/** Names that only look like them. */
const HARMLESS = new Set(["www-authenticate", "proxy-authenticate", "idempotency-key"]);
const SCHEME = /^([A-Za-z][\w-]{0,20}) (?=\S)/;

export interface MaskedHeaders {
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** What was masked: a server may send it back in a body. */
  readonly secrets: readonly string[];
}

/** Header fields without credentials. The scheme stays: `Bearer [redacted]`. */
export function maskedHeaders(headers: Readonly<Record<string, string>> | undefined): MaskedHeaders {
  if (headers === undefined) return { headers, secrets: [] };
  const secrets: string[] = [];
  const masked = Object.entries(headers).map(([name, value]): [string, string] => {
    if (!isSensitive(name)) return [name, value];
    const [scheme = ""] = SCHEME.exec(value) ?? [];
    const credential = value.slice(scheme.length);
    // Cookies: each value, without its name and attributes.
    const parts = credential.split(/[;,]\s*/).map((part) => part.slice(part.indexOf("=") + 1));
    secrets.push(credential, ...(/cookie/i.test(name) ? parts : []));
    return [name, `${scheme}${MASK}`];
  });
  return { headers: Object.fromEntries(masked), secrets };
}

/** An address without credentials. Anything else stays as it is. */
export function maskedURL(text: string, secrets: readonly string[]): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  if (url.password !== "") url.password = MASK;
  for (const [name, value] of Array.from(url.searchParams))
    if (value !== "" && (isSensitive(name) || secrets.includes(value))) url.searchParams.set(name, MASK);
  return url.href.replaceAll(encodeURIComponent(MASK), MASK);
}

function isSensitive(name: string): boolean {
  return SENSITIVE.test(name) && !HARMLESS.has(name.toLowerCase());
}
