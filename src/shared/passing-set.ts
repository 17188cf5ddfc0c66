import { RENEW_AFTER } from "./renewed-map.ts";

/**
 * A set of what comes and goes, such as the requests that are open. It is renewed now and then, for the reason that
 * `renewedMap` names: a plain set would keep what has left it until the next full collection.
 */
export class PassingSet<TMember> {
  #members = new Set<TMember>();
  #left = 0;

  get size(): number {
    return this.#members.size;
  }

  add(member: TMember): void {
    this.#members.add(member);
  }

  /** Returns whether it was there. */
  delete(member: TMember): boolean {
    if (!this.#members.delete(member)) return false;
    if (++this.#left > RENEW_AFTER + this.#members.size) {
      this.#left = 0;
      this.#members = new Set(this.#members);
    }
    return true;
  }

  /** Those that are there now. What the caller does with them may remove some. */
  all(): readonly TMember[] {
    return [...this.#members];
  }
}
