import { CallError } from "../../errors/call-error.ts";
import type { Identity } from "../../operation/access-control.ts";
import type { Authenticate, Credential } from "../../operation/authenticate.ts";

/** This many failures of one address are answered at once. */
const FREE = 20;
/** Failures that are remembered beyond those: a long attack does not slow its address down for long afterwards. */
const MOST_OVER = 20;
/** After this time one failure of an address is forgotten. Milliseconds. */
const FORGET = 3000;
const FIRST_DELAY = 100;
const LONGEST_DELAY = 2000;
/** Refusals that wait at once, for one address and for all. */
const MOST_WAITING_EACH = 8;
const MOST_WAITING = 1000;
const MOST_ADDRESSES = 10_000;
const MOST_GOOD = 1000;

interface Failures {
  count: number;
  /** On the steady clock. */
  at: number;
  waiting: number;
}

/**
 * Slows down clients that try credentials which are not valid. The refusals of an address come later and later, and
 * only a few of its requests wait at once: further credentials are not even checked, unless they have been valid
 * before. Valid credentials are never delayed.
 */
export class FailedCredentials {
  /** Credentials that were not valid. */
  refused = 0;
  /** Requests that were refused without checking their credential. */
  unchecked = 0;
  readonly #onSlow: (address: string) => void;
  readonly #byAddress = new Map<string, Failures>();
  /** Credentials that were valid when last used. */
  readonly #good = new Set<string>();
  readonly #waiting = new Set<() => void>();
  #isClosed = false;

  /** `onSlow` gets the address whose refusals begin to wait. */
  constructor(onSlow: (address: string) => void) {
    this.#onSlow = onSlow;
  }

  /** How many addresses are remembered. */
  get addresses(): number {
    return this.#byAddress.size;
  }

  /** The same way to authenticate, slowed down if it fails. */
  guard(authenticate: Authenticate): Authenticate {
    return (credential) => {
      if (this.#byAddress.size > 0) this.#assertHasRoom(credential);
      const found = authenticate(credential);
      if (found instanceof Promise)
        return found.then((identity) =>
          identity === undefined ? this.#fail(credential) : this.#succeed(credential, identity),
        );
      if (found === undefined) return this.#fail(credential);
      return this.#good.has(credential.token) ? found : this.#succeed(credential, found);
    };
  }

  /** Answers everything that waits now, and delays nothing from now on. */
  close(): void {
    this.#isClosed = true;
    for (const end of this.#waiting) end();
  }

  #assertHasRoom({ token, address }: Credential): void {
    if (address === undefined) return;
    const failures = this.#byAddress.get(networkOf(address));
    if (failures === undefined || failures.waiting < MOST_WAITING_EACH || this.#good.has(token)) return;
    throw this.#tooMany();
  }

  #succeed({ token }: Credential, identity: Identity): Identity {
    addBounded(this.#good, token);
    return identity;
  }

  /** An address is read only if credentials fail: finding it means checking the proxies. */
  #fail({ token, address }: Credential): undefined | Promise<undefined> {
    this.refused++;
    this.#good.delete(token);
    if (address === undefined || this.#isClosed) return undefined;
    const failures = this.#count(networkOf(address));
    const over = Math.ceil(failures.count) - FREE;
    if (over <= 0) return undefined;
    if (over === 1 && failures.waiting === 0) this.#onSlow(address);
    if (this.#waiting.size >= MOST_WAITING) throw this.#tooMany();
    return this.#wait(failures, Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (over - 1)));
  }

  #count(network: string): Failures {
    const now = performance.now();
    const known = this.#byAddress.get(network) ?? { count: 0, at: now, waiting: 0 };
    const forgotten = (now - known.at) / FORGET;
    known.count = Math.min(Math.max(0, known.count - forgotten) + 1, FREE + MOST_OVER);
    known.at = now;
    // Moves it to the end: the map begins with the address whose last failure is the oldest.
    this.#byAddress.delete(network);
    this.#byAddress.set(network, known);
    this.#forgetOld(now);
    return known;
  }

  #forgetOld(now: number): void {
    for (const [network, { count, at, waiting }] of this.#byAddress) {
      const isOver = waiting === 0 && (now - at) / FORGET >= count;
      if (!isOver && this.#byAddress.size <= MOST_ADDRESSES) return;
      this.#byAddress.delete(network);
    }
  }

  async #wait(failures: Failures, milliseconds: number): Promise<undefined> {
    failures.waiting++;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(end);
        resolve();
      };
      const timer: ReturnType<typeof setTimeout> & { unref?(): unknown } = setTimeout(end, milliseconds);
      timer.unref?.();
      this.#waiting.add(end);
    });
    failures.waiting--;
  }

  #tooMany(): CallError {
    this.unchecked++;
    const message = "Too many credentials from your address were not valid: wait a little.";
    return new CallError("RATE_LIMITED", message, { retryAfterMs: LONGEST_DELAY });
  }
}

function addBounded(set: Set<string>, text: string): void {
  set.add(text);
  if (set.size <= MOST_GOOD) return;
  for (const oldest of set) return void set.delete(oldest);
}

/** One holder of IPv6 has 2^64 addresses or more, which differ in their last four groups. */
function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.split("::");
  const first = head === "" ? [] : head.split(":");
  const last = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => "0");
  return `${[...first, ...zeros, ...last].slice(0, 4).join(":")}::/64`;
}
