const LONGEST = 64;

/** Names of properties that a provider accepts, one for each property of an object. */
export class PropertyNames {
  readonly #pattern: RegExp;
  readonly #byOriginal = new Map<string, string>();
  readonly #taken: Set<string>;
  /** The next number after each stem. */
  readonly #counts = new Map<string, number>();

  /** The names that are right already stay, whatever the others become. */
  constructor(pattern: RegExp, names: readonly string[]) {
    this.#pattern = pattern;
    this.#taken = new Set(names.filter((name) => this.#isRight(name)));
    for (const name of names) this.#byOriginal.set(name, this.#isRight(name) ? name : this.add(name));
  }

  of(original: string): string {
    return this.#byOriginal.get(original) ?? original;
  }

  /** A further name, like the wanted one. */
  add(wanted: string): string {
    const plain = wanted.replaceAll(/[^A-Za-z0-9_]/g, "_");
    const started = /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`;
    let name = started.slice(0, LONGEST);
    const stem = started.slice(0, LONGEST - 6);
    let count = this.#counts.get(stem) ?? 2;
    for (; this.#taken.has(name) || name === "__proto__"; count++) name = `${stem}_${count}`;
    // Thousands of names may become the same one: none of them tries the numbers of the others.
    this.#counts.set(stem, count);
    this.#taken.add(name);
    return name;
  }

  /** `__proto__` is a valid name in JSON, but causes trouble in many programs on the way. */
  #isRight(name: string): boolean {
    return this.#pattern.test(name) && name !== "__proto__";
  }
}
