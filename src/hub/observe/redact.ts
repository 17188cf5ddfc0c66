const SHORTEST = 6;
const MASK = "[redacted]";
const DEEPEST = 20;
/** Header fields and query parameters with credentials, anywhere in a text. */
const CREDENTIAL = /\b(bearer|basic)\s+[\w+/.~-]{6,}=*|\b(eyJ[\w-]{6,}\.[\w-]{6,}\.[\w-]*)/gi;
/** The `progressToken` of MCP is a number that names a request. */
const PAIR =
  /(\\?["']?(?:authorization|x-api-key|api[_-]?key|access[_-]?token|password|secret|(?<!progress)token)\\?["']?\s*[:=]\s*\\?["']?)[^\s"'\\,;&}]{4,}/gi;

/** Removes secrets from texts: the known ones, and text that looks like a credential. */
export class Redactor {
  readonly #secrets = new Set<string>();
  #pattern: RegExp | undefined;

  /** Ignores secrets that are too short: they would match inside words. */
  add(secrets: Iterable<string>): void {
    for (const secret of secrets) {
      if (secret.length >= SHORTEST) for (const form of formsOf(secret)) this.#secrets.add(form);
    }
    const longestFirst = Array.from(this.#secrets).sort((one, other) => other.length - one.length);
    const escaped = longestFirst.map((secret) => secret.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
    this.#pattern = escaped.length === 0 ? undefined : new RegExp(escaped.join("|"), "g");
  }

  /** For texts that only operators read. */
  redact(text: string): string {
    return this.redactKnown(text)
      .replaceAll(CREDENTIAL, (_whole, scheme?: string) => (scheme === undefined ? MASK : `${scheme} ${MASK}`))
      .replaceAll(PAIR, (whole, name: string) => (whole.includes(MASK) ? whole : `${name}${MASK}`));
  }

  /** For texts that callers read: only known secrets. A caller would not understand `token: [redacted] string`. */
  redactKnown(text: string): string {
    return this.#pattern === undefined ? text : text.replaceAll(this.#pattern, MASK);
  }

  /** The same for every text in a value. Returns the value itself if there is nothing to hide. */
  redactData<T>(value: T): T {
    if (this.#pattern === undefined) return value;
    try {
      return this.#redactPart(value, 0) as T;
    } catch {
      // A getter or a proxy threw: a value that can't be searched is not shown.
      return MASK as T;
    }
  }

  #redactPart(value: unknown, depth: number): unknown {
    if (typeof value === "string") return this.redactKnown(value);
    if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
    if (depth > DEEPEST) return MASK;
    if (Array.isArray(value)) {
      const items = value.map((item: unknown) => this.#redactPart(item, depth + 1));
      return items.every((item, index) => item === value[index]) ? (value as unknown) : items;
    }
    const before = Object.entries(value);
    const after = before.map(
      ([name, member]) => [this.redactKnown(name), this.#redactPart(member, depth + 1)] as const,
    );
    const isSame = after.every(([name, member], index) => name === before[index]?.[0] && member === before[index]?.[1]);
    return isSame ? value : Object.fromEntries(after);
  }
}

/** As it is, in JSON, in JSON inside JSON, and in an address. */
function formsOf(secret: string): string[] {
  const inJSON = JSON.stringify(secret).slice(1, -1);
  const inQuery = new URLSearchParams({ q: secret }).toString().slice(2);
  return [secret, inJSON, JSON.stringify(inJSON).slice(1, -1), inQuery, encoded(secret)];
}

/** An address can't hold half of a surrogate pair. */
function encoded(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return text;
  }
}
