import { CallError, toCallError } from "../../../errors/call-error.ts";
import type { CallSession } from "../../../operation/call-session.ts";
import type { Subscription } from "../../../operation/operation-env.ts";
import { dispatchSubscription } from "../../../registry/dispatch.ts";
import { PacedCall } from "../../../shared/time/paced-call.ts";
import { Cancellation } from "../../../shared/time/cancellation.ts";
import { within } from "../../../shared/time/wait.ts";
import type { ToolCaller } from "../call/call-tool.ts";
import { invalidParams } from "../call/run-call.ts";
import { findReader, findWatcher } from "./find-resource.ts";
import type { ResourceDeps } from "./list-resources.ts";
import { resourceNotFound } from "./offer-errors.ts";

/** Resources that one session, or one stream, may watch at once. */
const MOST_WATCHES = 100;
/** Milliseconds that a source has to say that it watches. */
const ACKNOWLEDGED_WITHIN = 10_000;

const LATE = Symbol("late");

interface Watch {
  readonly subscription: Subscription;
  /** Its reason is what the audit says of the stream. */
  readonly cancellation: Cancellation;
  /** Stops waiting for the end of the caller's credential. */
  readonly forgetCredential: (() => void) | undefined;
}

/** The resources that one client watches: each is a separate subscription, checked like any other call. */
export class ResourceWatches {
  readonly #deps: ResourceDeps;
  readonly #tell: (uri: string) => void;
  readonly #session: CallSession | undefined;
  /** By URI. */
  readonly #watches = new Map<string, Watch>();
  #closedBy: CallError | undefined;

  /** `tell` is called with the URI of what has changed, as the client knows it. */
  constructor(deps: ResourceDeps, tell: (uri: string) => void, session?: CallSession) {
    this.#deps = deps;
    this.#tell = tell;
    this.#session = session;
  }

  /** Resolves once changes are reported. Rejects with an error of the protocol. */
  async subscribe(uri: unknown, caller: ToolCaller): Promise<void> {
    const { sdk, registry } = this.#deps;
    if (typeof uri !== "string") throw invalidParams(sdk, "A subscription needs the uri of a resource.");
    if (this.#watches.has(uri)) return;
    if (this.#watches.size >= MOST_WATCHES)
      throw invalidParams(sdk, `A client watches at most ${MOST_WATCHES} resources.`);
    const found = findWatcher(this.#deps, uri, caller.identity);
    if (found === undefined) {
      if (findReader(this.#deps, uri, caller.identity) === undefined) throw resourceNotFound(sdk, uri);
      throw invalidParams(sdk, `Nothing reports changes of this resource: ${uri.slice(0, 500)}`);
    }
    const { id, arguments: input, acknowledges } = found;
    const context = { identity: caller.identity, session: this.#session };
    const cancellation = new Cancellation();
    const subscription = dispatchSubscription(registry, { id, input, context, cancellation });
    const forgetCredential = caller.onCredentialEnd?.((reason) => this.#end(uri, reason));
    this.#watches.set(uri, { subscription, cancellation, forgetCredential });
    this.#deps.watches.count++;
    if (acknowledges) await this.#acknowledged(uri, subscription);
    if (this.#closedBy !== undefined) return this.#end(uri, this.#closedBy);
    void this.#follow(uri, subscription);
  }

  /** Subscribes to all that can be watched, and returns those. */
  async subscribeAll(uris: readonly unknown[], caller: ToolCaller): Promise<string[]> {
    const outcomes = await Promise.all(
      uris.slice(0, MOST_WATCHES).map(async (uri) => {
        const isWatched = await this.subscribe(uri, caller).then(
          () => true,
          () => false,
        );
        return isWatched ? [uri as string] : [];
      }),
    );
    return outcomes.flat();
  }

  unsubscribe(uri: string): void {
    this.#end(uri, new CallError("ABORTED", "The client no longer watches the resource."));
  }

  /** `why`: the client has left, or its connection has ended. */
  close(why: CallError): void {
    this.#closedBy = why;
    for (const uri of this.#watches.keys()) this.#end(uri, why);
  }

  #end(uri: string, why: CallError): void {
    const watch = this.#watches.get(uri);
    if (this.#watches.delete(uri)) this.#deps.watches.count--;
    watch?.forgetCredential?.();
    watch?.cancellation.cancel(why);
    void watch?.subscription.return().catch(() => undefined);
  }

  async #acknowledged(uri: string, subscription: Subscription): Promise<void> {
    try {
      const first = await within(subscription.next(), ACKNOWLEDGED_WITHIN, LATE);
      if (first === LATE || first.done === true)
        throw new CallError("TIMEOUT", "The source does not say that it watches.");
    } catch (error) {
      const { sdk, settings } = this.#deps;
      this.#end(uri, toCallError(error));
      settings.onError?.(error);
      throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InternalError, "The resource cannot be watched.");
    }
  }

  async #follow(uri: string, subscription: Subscription): Promise<void> {
    try {
      for await (const _change of subscription)
        if (this.#watches.get(uri)?.subscription === subscription) this.#tell(uri);
    } catch (error) {
      this.#deps.settings.onError?.(error);
    }
    if (this.#watches.get(uri)?.subscription === subscription) this.unsubscribe(uri);
  }
}

/** Announces each change of a resource once, however many watch it, and not again before a pause. */
export class UpdateAnnouncer {
  readonly #pending = new Set<string>();
  readonly #paced: PacedCall;

  constructor(tell: (uri: string) => void) {
    this.#paced = new PacedCall(PAUSE, () => {
      const uris = [...this.#pending];
      this.#pending.clear();
      for (const uri of uris) tell(uri);
    });
  }

  readonly announce = (uri: string): void => {
    this.#pending.add(uri);
    this.#paced.request();
  };

  stop(): void {
    this.#paced.stop();
  }
}

/** Milliseconds between two announcements. */
const PAUSE = 50;
