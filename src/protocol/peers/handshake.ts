/** `peer.hello`, both ways: who is there, in which version, and what each side takes. */
import { CallError, withPhase } from "../../errors/call-error.ts";
import type { Identity } from "../../operation/access-control.ts";
import type { Authenticate } from "../../operation/authenticate.ts";
import type { TextLink } from "../links/text-link.ts";
import type { LinkPeer } from "../ports/link.ts";
import { LONGEST_ID, LONGEST_TOKEN, PROTOCOL_VERSION } from "../wire/protocol-numbers.ts";
import type { PeerHello, ReceivedEvent } from "../wire/protocol-event.ts";
import type { ProtocolLimits } from "../wire/protocol-limits.ts";

/** Bytes of the longest first frame that an accepting peer takes. It must not hold more for an unknown sender. */
export const LONGEST_HELLO = 65_536;

export interface HandshakeOptions {
  readonly link: TextLink;
  readonly limits: ProtocolLimits;
  /** The name of this side. */
  readonly peerId: string;
  /** Whether this side wants offers of what it may call. */
  readonly wantsOperations?: boolean | undefined;
  /** Whether this side wants log messages that belong to no call. */
  readonly wantsLog?: boolean | undefined;
  /** Called when both sides know each other. Events that came right behind the hello follow when this returns. */
  readonly onReady: (agreed: AgreedTerms) => void;
  /** Called if the handshake fails. The link is closed then. */
  readonly onRefused: (error: CallError) => void;
}

export interface AgreedTerms {
  /** Milliseconds between two signs of life: the smaller of the two sides' limits. */
  readonly heartbeatMs: number;
  /** Whether the other side wants offers of what it may call. */
  readonly wantsOperations: boolean;
  /** Whether the other side wants log messages that belong to no call. */
  readonly wantsLog: boolean;
}

/** How the accepting side learns who connects. */
export interface WelcomeOptions extends HandshakeOptions {
  readonly authenticate: Authenticate;
  /** Whether a peer without a token may join, without an identity. */
  readonly anonymous: boolean;
}

/** Throws if the other side would drop the hello, and both would wait forever. */
export function assertHello({ peerId, token = "" }: { peerId: string; token?: string | undefined }): void {
  // Counted in UTF-16 units: at worst this is too strict for characters outside the basic plane.
  if (peerId.length > 0 && peerId.length <= LONGEST_ID && token.length <= LONGEST_TOKEN) return;
  const message = `The handshake cannot be sent: a peerId has 1 to ${LONGEST_ID} characters, and a token at most ${LONGEST_TOKEN}.`;
  throw new CallError("VALIDATION_ERROR", message);
}

/** The handshake of the connecting side: it speaks first, and trusts the peer that it has reached. */
export function greet(options: HandshakeOptions, token: string | undefined): void {
  // Listens before it speaks.
  void new Handshake(options, ({ peerId }) => ({ id: peerId, identity: undefined, isTrusted: true }));
  options.link.send({ ...ownHello(options), ...(token === undefined ? {} : { token }) });
}

/** The handshake of the accepting side: it answers peers that it knows. */
export function welcome(options: WelcomeOptions): void {
  const { link, authenticate, anonymous } = options;
  const address = link.peer.id;
  const answer = (hello: PeerHello, identity: Identity | undefined): LinkPeer => {
    link.send(ownHello(options));
    return { id: hello.peerId, identity, isTrusted: false };
  };
  void new Handshake(options, (hello) => {
    const { token, peerId } = hello;
    if (token === undefined) {
      if (anonymous) return answer(hello, undefined);
      throw unauthenticated("The peer sent no token.");
    }
    const identity = authenticate({ token, kind: "peer", peer: { peerId, address } });
    // Anything with a `then`: another kind of promise must not pass for an identity.
    return isThenable(identity)
      ? Promise.resolve(identity).then((found) => answer(hello, known(found)))
      : answer(hello, known(identity));
  });
}

function ownHello({ limits, peerId, wantsOperations, wantsLog }: HandshakeOptions): PeerHello {
  const { heartbeatMs, maxFrameBytes } = limits;
  return {
    type: "peer.hello",
    protocol: PROTOCOL_VERSION,
    peerId,
    heartbeatMs,
    maxFrameBytes,
    wantsOperations,
    wantsLog,
  };
}

function known(identity: unknown): Identity {
  if (!isIdentity(identity)) throw unauthenticated();
  return identity;
}

function isThenable<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === "function";
}

/** Checks the result of `authenticate`: not every caller writes TypeScript, and `true` is not an identity. */
function isIdentity(value: unknown): value is Identity {
  const { id, scopes, expiresAt = 0 } = (value ?? {}) as { id?: unknown; scopes?: unknown; expiresAt?: unknown };
  // A missing claim becomes `NaN`, and the connection would never expire.
  const mayExpire = typeof expiresAt === "number" && !Number.isNaN(expiresAt);
  return typeof id === "string" && Array.isArray(scopes) && mayExpire;
}

function unauthenticated(message = "The token was refused.", cause?: unknown): CallError {
  return new CallError("UNAUTHENTICATED", message, undefined, cause === undefined ? {} : { cause });
}

const FOR_PEER: ReadonlySet<string> = new Set(["UNAUTHENTICATED", "RATE_LIMITED"]);

/** The error of `authenticate` stays on this side, unless it was made for the other. */
function asUnauthenticated(thrown: unknown): CallError {
  const isForPeer = thrown instanceof CallError && FOR_PEER.has(thrown.code);
  return isForPeer ? thrown : unauthenticated(undefined, thrown);
}

/** The reason that the other side gave before it closed the connection, if it gave one. */
function refusalOf(lost: CallError): CallError {
  return withPhase(lost.cause instanceof CallError ? lost.cause : lost, "notStarted");
}

type Identify = (hello: PeerHello) => LinkPeer | Promise<LinkPeer>;

class Handshake {
  readonly #options: HandshakeOptions;
  readonly #identify: Identify;
  readonly #stopListening: () => void;
  readonly #timer: ReturnType<typeof setTimeout>;
  /** Events that came with the hello, while its sender is being identified. */
  #early: ReceivedEvent[] | undefined;
  #hello: PeerHello | undefined;
  #isOver = false;

  constructor(options: HandshakeOptions, identify: Identify) {
    this.#options = options;
    this.#identify = identify;
    const { link, limits } = options;
    const { handshakeMs } = limits;
    this.#timer = setTimeout(
      () => this.#refuse(new CallError("TIMEOUT", `No handshake within ${handshakeMs} ms (handshakeMs).`)),
      handshakeMs,
    );
    this.#stopListening = link.listen({
      event: (event) => this.#receive(event),
      closed: (reason) => this.#end(() => this.#options.onRefused(refusalOf(reason))),
    });
  }

  #receive(event: ReceivedEvent): void {
    if (this.#hello === undefined) {
      if (event.type === "peer.hello") return this.#greeted(event);
    } else if (this.#early !== undefined) {
      this.#early.push(event);
      return;
    }
    this.#refuse(new CallError("PROTOCOL_ERROR", `${event.type} came before the handshake was over.`));
  }

  #greeted(hello: PeerHello): void {
    this.#hello = hello;
    if (hello.protocol !== PROTOCOL_VERSION) {
      const message = `The other side speaks version ${hello.protocol} of the protocol, and this side ${PROTOCOL_VERSION}.`;
      return this.#refuse(new CallError("PROTOCOL_ERROR", message));
    }
    let peer: LinkPeer | Promise<LinkPeer>;
    try {
      peer = this.#identify(hello);
    } catch (thrown) {
      return this.#refuse(asUnauthenticated(thrown));
    }
    if (peer instanceof Promise) this.#wait(hello, peer);
    else this.#ready(hello, peer);
  }

  /** Keeps the events of the same frame. A peer that sends more before it has an answer breaks the rules. */
  #wait(hello: PeerHello, identified: Promise<LinkPeer>): void {
    const early: ReceivedEvent[] = [];
    this.#early = early;
    queueMicrotask(() => (this.#early = undefined));
    identified.then(
      (peer) => this.#ready(hello, peer, early),
      (thrown: unknown) => this.#refuse(asUnauthenticated(thrown)),
    );
  }

  #ready(hello: PeerHello, peer: LinkPeer, early: readonly ReceivedEvent[] = []): void {
    const { link, limits, onReady } = this.#options;
    this.#end(() => {
      link.peer = peer;
      if (hello.maxFrameBytes !== undefined) link.limitFrames(hello.maxFrameBytes);
      const heartbeatMs = Math.min(limits.heartbeatMs, hello.heartbeatMs ?? Infinity);
      onReady({ heartbeatMs, wantsOperations: hello.wantsOperations === true, wantsLog: hello.wantsLog === true });
      link.receive(early);
    });
  }

  #refuse(error: CallError): void {
    this.#end(() => {
      this.#options.link.close(error);
      this.#options.onRefused(error);
    });
  }

  #end(then: () => void): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#stopListening();
    then();
  }
}
