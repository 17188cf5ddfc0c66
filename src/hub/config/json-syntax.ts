/** Says where a JSON text goes wrong, in JSON's words: the engine's own messages often name no place. */

export interface JSONSyntaxError {
  readonly offset: number;
  readonly message: string;
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// oxlint-disable-next-line no-control-regex -- they are what JSON forbids in a string
const STRING_PART = /[^"\\\u0000-\u001f]+|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const MAX_DEPTH = 1000;

/** The first mistake of a text that `JSON.parse` refuses; undefined where this finds none. */
export function findJSONSyntaxError(text: string): JSONSyntaxError | undefined {
  return new Reader(text).read();
}

/** Where a text that `JSON.parse` takes gives an object a name again: all but the last would be dropped in silence. */
export function findRepeatedNames(text: string): readonly number[] {
  const reader = new Reader(text);
  reader.read();
  return reader.repeated;
}

class Failure implements JSONSyntaxError {
  readonly offset: number;
  readonly message: string;

  constructor(offset: number, message: string) {
    this.offset = offset;
    this.message = message;
  }
}

class Reader {
  at = 0;
  readonly repeated: number[] = [];
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  read(): JSONSyntaxError | undefined {
    try {
      this.value(0);
      this.space();
      if (this.at < this.#text.length) this.fail("there is something after the end of the JSON value");
      return undefined;
    } catch (thrown) {
      if (thrown instanceof Failure) return thrown;
      throw thrown;
    }
  }

  fail(message: string): never {
    throw new Failure(this.at, message);
  }

  space(): void {
    while (/[ \t\r\n]/.test(this.#text[this.at] ?? "")) this.at++;
    if (this.#text[this.at] === "/" || this.#text[this.at] === "#") this.fail("JSON has no comments");
  }

  value(depth: number): void {
    this.space();
    if (depth > MAX_DEPTH) this.fail(`it is nested more than ${MAX_DEPTH} levels deep`);
    const first = this.#text[this.at];
    if (first === "{") this.#object(depth);
    else if (first === "[") this.#members("]", () => this.value(depth + 1));
    else if (first === '"') this.#string();
    else if (first === "'") this.fail("JSON's strings have double quotes");
    else if (!this.#take(NUMBER) && !this.#word()) this.fail(`expected a value, found ${this.#found()}`);
  }

  #members(end: "}" | "]", member: () => void): void {
    this.at++;
    this.space();
    if (this.#text[this.at] === end) return void this.at++;
    for (;;) {
      member();
      this.space();
      const next = this.#text[this.at];
      if (next === end) return void this.at++;
      if (next !== ",") this.fail(`expected "," or "${end}", found ${this.#found()}`);
      const comma = this.at++;
      this.space();
      if (this.#text[this.at] !== end) continue;
      this.at = comma;
      this.fail(`JSON has no comma before "${end}"`);
    }
  }

  #object(depth: number): void {
    const names = new Set<string>();
    this.#members("}", () => this.#property(depth, names));
  }

  #property(depth: number, names: Set<string>): void {
    this.space();
    const offset = this.at;
    if (this.#text[this.at] !== '"') this.fail(`expected a name in double quotes, found ${this.#found()}`);
    this.#string();
    const name = JSON.parse(this.#text.slice(offset, this.at)) as string;
    if (names.has(name)) this.repeated.push(offset);
    names.add(name);
    this.space();
    if (this.#text[this.at] !== ":") this.fail(`expected ":" after the name, found ${this.#found()}`);
    this.at++;
    this.value(depth + 1);
  }

  #string(): void {
    const start = this.at++;
    while (this.#take(STRING_PART));
    const next = this.#text[this.at];
    if (next === '"') return void this.at++;
    if (next === "\\") this.fail("this escape is none of JSON's");
    this.at = start;
    this.fail("this string has no end on its line");
  }

  #word(): boolean {
    const word = ["true", "false", "null"].find((candidate) => this.#text.startsWith(candidate, this.at));
    this.at += word?.length ?? 0;
    return word !== undefined;
  }

  #take(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    const length = pattern.exec(this.#text)?.[0].length ?? 0;
    this.at += length;
    return length > 0;
  }

  #found(): string {
    const rest = /^(?:[\w$-]+|[^])/.exec(this.#text.slice(this.at, this.at + 40))?.[0];
    return rest === undefined ? "the end of the file" : JSON.stringify(rest);
  }
}
