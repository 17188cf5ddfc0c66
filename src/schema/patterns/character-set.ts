const ASCII = 128;
const ASCII_TEXT = String.fromCharCode(...Array.from({ length: ASCII }, (_, code) => code));
const BEYOND_ASCII = 1n << BigInt(ASCII);

/** A class that may match beyond ASCII counts as matching all of it. That can only make a pattern look worse than it is. */
const REACHES_BEYOND_ASCII = /^\.$|^\[\^|\\[SWDpPsux]|[^\0-\x7f]/;

/**
 * The characters that a class, an escape or a single character of a pattern matches. The engine decides: a second
 * reading of escapes and ranges could differ from its own.
 */
export class CharacterSet {
  readonly #source: string;
  readonly #flags: string;
  #matcher: RegExp | undefined;
  #ascii: Uint8Array | undefined;
  #bits: bigint | undefined;

  constructor(source: string, flags: string) {
    this.#source = source;
    this.#flags = flags;
  }

  /** `code` is a code point or, without the flag "u", a code unit. */
  has(code: number): boolean {
    if (code < ASCII) return (this.#ascii ??= this.#findASCII())[code] === 1;
    this.#matcher ??= new RegExp(`^(?:${this.#source})$`, this.#flags);
    return this.#matcher.test(String.fromCodePoint(code));
  }

  /** The set as bits: 0 to 127 are ASCII, bit 128 covers all others together. */
  get bits(): bigint {
    if (this.#bits !== undefined) return this.#bits;
    const ascii = (this.#ascii ??= this.#findASCII());
    let bits = REACHES_BEYOND_ASCII.test(this.#source) ? BEYOND_ASCII : 0n;
    for (const [code, isMember] of ascii.entries()) if (isMember === 1) bits |= 1n << BigInt(code);
    return (this.#bits = bits);
  }

  #findASCII(): Uint8Array {
    const members = new Uint8Array(ASCII);
    for (const [member] of ASCII_TEXT.matchAll(new RegExp(this.#source, `g${this.#flags}`))) {
      members[member.charCodeAt(0)] = 1;
    }
    return members;
  }
}
