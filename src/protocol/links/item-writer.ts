/** Bytes that a writer can hold. When more than half are in use, its owner should take the items. */
const CAPACITY = 32_768;

/** Longer strings are left to `JSON.stringify`. */
const LONGEST_TEXT = 1024;

/** After an item that cannot be written here, this many are not even checked: most items of a stream are similar. */
const LEFT_OUT = 64;

/** More than a number, a comma and the brackets take. */
const ROOM_PER_MEMBER = 40;

/** A code unit takes at most this many bytes. */
const BYTES_PER_UNIT = 3;

/** Ten times this number still fits into 31 bits. */
const LARGEST_INTEGER = 99_999_999;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const MINUS = 0x2d;
const ZERO = 0x30;
const DOLLAR = "$".charCodeAt(0);

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const LITERALS = new Map<unknown, Uint8Array>(
  [true, false, null].map((value) => [value, encoder.encode(String(value))]),
);

interface NodeBytes {
  utf8Slice(from: number, to: number): string;
}

/**
 * Writes the items of streams as JSON: objects of plain members, and plain values. It writes bytes, because joining a
 * string from ten small ones and flattening it afterwards takes longer than all the rest.
 */
export class ItemWriter {
  /** How many bytes it holds. */
  length = 0;
  readonly #bytes = allocate();
  readonly #names: string[] = [];
  /** The bytes before the value of each name. */
  readonly #before: Uint8Array[] = [];
  #leftOut = 0;

  /** Whether there may be too little room for the next item. */
  get isFull(): boolean {
    return this.length > CAPACITY / 2;
  }

  /**
   * Adds an item, and a comma before it unless it is the first. Returns false, and adds nothing, if it is not plain.
   */
  add(item: unknown): boolean {
    if (this.#leftOut > 0) {
      this.#leftOut--;
      return false;
    }
    let at = this.length;
    if (at > 0) this.#bytes[at++] = COMMA;
    const end = typeof item === "object" && item !== null ? this.#writeObject(item, at) : this.#writeValue(item, at);
    if (end === 0) this.#leftOut = LEFT_OUT;
    else this.length = end;
    return end !== 0;
  }

  /** Takes back the latest item. `length` is what the writer held before it. */
  cut(length: number): void {
    this.length = length;
  }

  /** Takes all items, as a text. */
  take(): string {
    const { length } = this;
    this.length = 0;
    const bytes = this.#bytes as Uint8Array & Partial<NodeBytes>;
    return bytes.utf8Slice?.(0, length) ?? decoder.decode(bytes.subarray(0, length));
  }

  /** Returns where it ends, and 0 if it cannot be written. */
  #writeObject(item: object, from: number): number {
    const members = item as Readonly<Record<string, unknown>>;
    // Values that are not plain (bytes, dates, instances) go another way. V8 is slow to read the prototype, so this
    // looks at the constructor.
    if (members["constructor"] !== Object || "toJSON" in members) return 0;
    const bytes = this.#bytes;
    let at = from;
    let count = 0;
    const names = Object.keys(members);
    for (let place = 0; place < names.length; place++) {
      const name = names[place] as string;
      const value = members[name];
      if (value === undefined) continue;
      if (this.#names[count] !== name && !this.#learn(count, name)) return 0;
      const before = this.#before[count++] as Uint8Array;
      if (at + before.length + ROOM_PER_MEMBER > CAPACITY) return 0;
      for (let index = 0; index < before.length; index++) bytes[at++] = before[index] as number;
      at = this.#writeValue(value, at);
      if (at === 0) return 0;
    }
    if (count === 0) bytes[at++] = OPEN;
    bytes[at++] = CLOSE;
    return at;
  }

  /** Whether the name can be written here: `$bytes` may look like tagged bytes. */
  #learn(index: number, name: string): boolean {
    if (name.charCodeAt(0) === DOLLAR) return false;
    this.#names[index] = name;
    this.#before[index] = encoder.encode(`${index === 0 ? "{" : ","}${JSON.stringify(name)}:`);
    return true;
  }

  #writeValue(value: unknown, at: number): number {
    if (typeof value === "string") return this.#writeText(value, at);
    if (typeof value === "number") return this.#writeNumber(value, at);
    const literal = LITERALS.get(value);
    return literal === undefined ? 0 : this.#writeBytes(literal, at);
  }

  #writeText(value: string, from: number): number {
    const { length } = value;
    if (length > LONGEST_TEXT || from + length * BYTES_PER_UNIT + ROOM_PER_MEMBER > CAPACITY) return 0;
    const bytes = this.#bytes;
    let at = from;
    bytes[at++] = QUOTE;
    for (let index = 0; index < length; index++) {
      const unit = value.charCodeAt(index);
      if (unit < 0x80) {
        // JSON escapes it.
        if (unit < 0x20 || unit === QUOTE || unit === BACKSLASH) return 0;
        bytes[at++] = unit;
      } else if (unit < 0x800) {
        bytes[at++] = 0xc0 | (unit >> 6);
        bytes[at++] = 0x80 | (unit & 0x3f);
      } else {
        // Half of a surrogate pair.
        if (unit >= 0xd800 && unit < 0xe000) return 0;
        bytes[at++] = 0xe0 | (unit >> 12);
        bytes[at++] = 0x80 | ((unit >> 6) & 0x3f);
        bytes[at++] = 0x80 | (unit & 0x3f);
      }
    }
    bytes[at++] = QUOTE;
    return at;
  }

  #writeNumber(value: number, from: number): number {
    // As a 32-bit integer: V8 divides any other number slowly.
    let rest = value | 0;
    if (rest !== value || rest > LARGEST_INTEGER || rest < -LARGEST_INTEGER)
      return this.#writeBytes(encoder.encode(Number.isFinite(value) ? String(value) : "null"), from);
    const bytes = this.#bytes;
    let at = from;
    if (rest < 0) {
      bytes[at++] = MINUS;
      rest = -rest;
    }
    let end = at + 1;
    for (let power = 10; power <= rest; power *= 10) end++;
    at = end;
    do {
      const tenth = (rest / 10) | 0;
      bytes[--at] = ZERO + rest - tenth * 10;
      rest = tenth;
    } while (rest > 0);
    return end;
  }

  #writeBytes(value: Uint8Array, at: number): number {
    this.#bytes.set(value, at);
    return at + value.length;
  }
}

/** Node's buffers become text in a fifth of the time. */
function allocate(): Uint8Array {
  const { Buffer: NodeBuffer } = globalThis as { Buffer?: { alloc(size: number): Uint8Array } };
  return NodeBuffer?.alloc(CAPACITY) ?? new Uint8Array(CAPACITY);
}
