import type { OperationRegistry } from "../../registry/operation-registry.ts";
import type { ClosedNamespace } from "../../registry/quarantine.ts";
import { watchLogin } from "../../sources/login/watch-login.ts";
import type { WatchLoginOptions } from "../../sources/login/watch-login.ts";

export interface MissingLoginOptions extends WatchLoginOptions {
  readonly registry: OperationRegistry;
  readonly closed: ClosedNamespace;
}

/** A source that waits for a login: calls of its namespace say so, and a login in any process ends it. */
export class MissingLogin {
  readonly #options: MissingLoginOptions;
  readonly #stopWatching: () => void;

  constructor(options: MissingLoginOptions) {
    this.#options = options;
    options.registry.quarantine.close(options.closed);
    this.#stopWatching = watchLogin(options);
  }

  end(): void {
    this.#stopWatching();
    this.#options.registry.quarantine.open(this.#options.closed);
  }
}
