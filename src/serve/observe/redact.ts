const SHORTEST = 6;
const MASK = "[redacted]";
/** Header fields and query parameters that carry credentials, wherever they turn up in a text. */
const CREDENTIAL = /\b(bearer|basic)\s+[\w+/.~-]{6,}=*|\b(eyJ[\w-]{6,}\.[\w-]{6,}\.[\w-]*)/gi;
const PAIR =
  /(\\?["']?(?:authorization|x-api-key|api[_-]?key|access[_-]?token|password|secret|token)\\?["']?\s*[:=]\s*\\?["']?)[^\s"'\\,;&}]{4,}/gi;

/** Takes secrets out of texts: the ones that are known, and what looks like a credential. */
export class Redactor {
  readonly #secrets = new Set<string>();
  #pattern: RegExp | undefined;

  /** Shorter ones would turn up in words. */
  add(secrets: Iterable<string>): void {
    for (const secret of secrets) {
      if (secret.length < SHORTEST) continue;
      this.#secrets.add(secret);
      // As it stands inside JSON, and inside an address.
      this.#secrets.add(JSON.stringify(secret).slice(1, -1));
      this.#secrets.add(encodeURIComponent(secret));
    }
    const longestFirst = Array.from(this.#secrets).sort((one, other) => other.length - one.length);
    const escaped = longestFirst.map((secret) => secret.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
    this.#pattern = escaped.length === 0 ? undefined : new RegExp(escaped.join("|"), "g");
  }

  redact(text: string): string {
    const known = this.#pattern === undefined ? text : text.replaceAll(this.#pattern, MASK);
    return known
      .replaceAll(CREDENTIAL, (_whole, scheme?: string) => (scheme === undefined ? MASK : `${scheme} ${MASK}`))
      .replaceAll(PAIR, (whole, name: string) => (whole.includes(MASK) ? whole : `${name}${MASK}`));
  }
}
