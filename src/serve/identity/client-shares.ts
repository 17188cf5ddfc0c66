/** Counts what each client has running, so that none takes everything. */
export class ClientShares {
  readonly #limit: number;
  readonly #taken = new Map<string, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get limit(): number {
    return this.#limit;
  }

  /** How many clients have something running. */
  get size(): number {
    return this.#taken.size;
  }

  /** False where the client has its share already. */
  take(client: string): boolean {
    const taken = this.#taken.get(client) ?? 0;
    if (taken >= this.#limit) return false;
    this.#taken.set(client, taken + 1);
    return true;
  }

  give(client: string): void {
    const taken = this.#taken.get(client) ?? 0;
    if (taken > 1) this.#taken.set(client, taken - 1);
    else this.#taken.delete(client);
  }
}

/** Who counts as one client: an identity, or nobody at an address. Undefined where neither is known. */
export function clientOf(
  identity: { readonly id: string } | undefined,
  from: { readonly address?: string | undefined },
): string | undefined {
  if (identity !== undefined) return identity.id;
  const { address } = from;
  return address === undefined ? undefined : `nobody at ${address}`;
}

/** The share of a client where nobody says otherwise: half of everything. */
export function defaultShare(all: number): number {
  return Math.ceil(all / 2);
}
