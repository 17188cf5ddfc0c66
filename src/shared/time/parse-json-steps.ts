/**
 * Reads JSON in steps, so that nothing else waits for long. `levels` says how deep the text is taken apart. Each value
 * below that depth is read in one go, and has to be small. Throws a `SyntaxError` where `JSON.parse` would.
 */
export function* parseJSONSteps(text: string, levels: number): Generator<void, unknown> {
  const reader = new Reader(text);
  const value = yield* reader.value(levels);
  reader.expectEnd();
  return value;
}

/** How many characters are read between two looks at the clock. */
const STEP = 32 * 1024;

const SPACE = /[\t\n\r ]*/y;
/** A number, or a word such as `true`: `JSON.parse` tells whether it is one. */
const WORD = /[^\t\n\r ,:[\]{}"]*/y;
/** The next character that begins a string, or opens or closes something. */
const MARK = /["[\]{}]/g;

class Reader {
  readonly #text: string;
  #at = 0;
  #lastStep = 0;

  constructor(text: string) {
    this.#text = text;
  }

  *value(levels: number): Generator<void, unknown> {
    this.#skipSpace();
    const first = this.#text[this.#at];
    if (levels > 0 && first === "{") return yield* this.#object(levels);
    if (levels > 0 && first === "[") return yield* this.#list(levels);
    const start = this.#at;
    yield* this.#skipValue(first);
    const value: unknown = JSON.parse(this.#text.slice(start, this.#at));
    if (this.#endStep()) yield;
    return value;
  }

  expectEnd(): void {
    this.#skipSpace();
    if (this.#at < this.#text.length) this.#fail();
  }

  *#object(levels: number): Generator<void, unknown> {
    const members: Array<[string, unknown]> = [];
    this.#at++;
    if (this.#takes("}")) return {};
    for (;;) {
      this.#skipSpace();
      const start = this.#at;
      if (this.#text[start] !== '"') this.#fail();
      this.#skipString();
      const name = JSON.parse(this.#text.slice(start, this.#at)) as string;
      if (!this.#takes(":")) this.#fail();
      members.push([name, yield* this.value(levels - 1)]);
      if (this.#takes("}")) return Object.fromEntries(members);
      if (!this.#takes(",")) this.#fail();
    }
  }

  *#list(levels: number): Generator<void, unknown> {
    const items: unknown[] = [];
    this.#at++;
    if (this.#takes("]")) return items;
    for (;;) {
      items.push(yield* this.value(levels - 1));
      if (this.#takes("]")) return items;
      if (!this.#takes(",")) this.#fail();
    }
  }

  /** Goes to the end of a value, which need not be well formed inside. */
  *#skipValue(first: string | undefined): Generator<void> {
    if (first === '"') return this.#skipString();
    if (first !== "{" && first !== "[") return this.#skip(WORD);
    let depth = 0;
    do {
      MARK.lastIndex = this.#at;
      const mark = MARK.exec(this.#text);
      if (mark === null) return this.#fail(this.#text.length);
      this.#at = mark.index;
      if (mark[0] === '"') this.#skipString();
      else {
        depth += mark[0] === "{" || mark[0] === "[" ? 1 : -1;
        this.#at++;
      }
      if (this.#endStep()) yield;
    } while (depth > 0);
  }

  #skipString(): void {
    let end = this.#at;
    do {
      end = this.#text.indexOf('"', end + 1);
      if (end < 0) this.#fail(this.#text.length);
    } while (this.#isEscaped(end));
    this.#at = end + 1;
  }

  #isEscaped(quote: number): boolean {
    let start = quote;
    while (this.#text[start - 1] === "\\") start--;
    return (quote - start) % 2 === 1;
  }

  #takes(character: string): boolean {
    this.#skipSpace();
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #skipSpace(): void {
    this.#skip(SPACE);
  }

  #skip(pattern: RegExp): void {
    pattern.lastIndex = this.#at;
    pattern.test(this.#text);
    this.#at = Math.max(this.#at, pattern.lastIndex);
  }

  /** Whether a step's worth of text was read since the last one ended; if so, the next step begins. */
  #endStep(): boolean {
    if (this.#at - this.#lastStep < STEP) return false;
    this.#lastStep = this.#at;
    return true;
  }

  #fail(at = this.#at): never {
    if (at >= this.#text.length) throw new SyntaxError("Unexpected end of JSON input");
    throw new SyntaxError(`Unexpected ${JSON.stringify(this.#text[at])} in JSON at position ${at}`);
  }
}
