/** A caller and a responder over each kind of link, and operations that are easy to watch. */
import { Type } from "typebox";
import { afterEach, expect } from "vitest";
import { CallError } from "../../errors/call-error.ts";
import type { AnyOperation } from "../../operation/define-operation.ts";
import { defineOperation } from "../../operation/define-operation.ts";
import { OperationType } from "../../operation/operation-type.ts";
import type { Identity } from "../../operation/access-control.ts";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import { common } from "../../registry/fixtures.test-support.ts";
import { waitingDeadlines } from "../../shared/time/deadline-timer.ts";
import { buildCallHandler } from "../responder/call-handler.ts";
import type { CallHandler, CallHandlerOptions } from "../responder/call-handler.ts";
import { createChannelLink } from "../links/text-link.ts";
import { createChannels } from "../links/channels.test-support.ts";
import type { Link } from "../ports/link.ts";
import { createLoopbackLink, createMemoryLinks } from "../links/memory-link.ts";
import { PendingRequestMap } from "../caller/pending-request-map.ts";
import type { PendingRequestMapOptions } from "../caller/outgoing-calls.ts";
import type { ReceivedEvent } from "../wire/protocol-event.ts";
import { newCounters } from "../wire/protocol-counters.ts";
import { toProtocolLimits } from "../wire/protocol-limits.ts";
import type { ProtocolLimits } from "../wire/protocol-limits.ts";

export type LinkKind = "loopback" | "memory" | "channel";
export const linkKinds: readonly LinkKind[] = ["loopback", "memory", "channel"];

export interface PeersOptions {
  readonly kind?: LinkKind;
  readonly identity?: Identity;
  readonly isTrusted?: boolean;
  readonly limits?: Partial<ProtocolLimits>;
  readonly responderLimits?: Partial<ProtocolLimits>;
  readonly caller?: Omit<PendingRequestMapOptions, "limits">;
  readonly handler?: Partial<CallHandlerOptions>;
  readonly operations?: readonly AnyOperation[];
}

/** What happened in the handlers, in order. */
export type Log = string[];

export interface Peers {
  readonly caller: PendingRequestMap;
  readonly responder: PendingRequestMap;
  readonly handler: CallHandler;
  readonly registry: OperationRegistry;
  readonly log: Log;
}

export function createLinks({ kind = "memory", identity, isTrusted = false, limits }: PeersOptions): [Link, Link] {
  if (kind === "memory") return createMemoryLinks({ identity, isTrusted });
  if (kind === "loopback") {
    const link = createLoopbackLink();
    return [link, link];
  }
  const [first, second] = createChannels();
  const options = { limits: toProtocolLimits(limits), counters: newCounters() };
  const links = [createChannelLink(first, options), createChannelLink(second, options)] as const;
  links[1].peer = { id: "caller", identity, isTrusted };
  return [...links];
}

export function createPeers(options: PeersOptions = {}): Peers {
  const log: Log = [];
  const registry = new OperationRegistry({ returnGrace: 50 }).registerAll([
    ...watchedOperations(log),
    ...(options.operations ?? []),
  ]);
  const [first, second] = createLinks(options);
  const { limits, responderLimits = limits } = options;
  const caller = new PendingRequestMap(first, { ...options.caller, limits });
  const responder = first === second ? caller : new PendingRequestMap(second, { limits: responderLimits });
  const handler = buildCallHandler({ registry, callMap: responder, ...options.handler });
  return { caller, responder, handler, registry, log };
}

/** Peers that leave nothing behind after each test. */
export function peersUntilAfter(): (options?: PeersOptions) => Peers {
  let peers: Peers | undefined;
  afterEach(async () => {
    await settle();
    expect(peers).toMatchObject({ caller: { size: 0 }, handler: { size: 0 } });
    expect(waitingDeadlines()).toBe(0);
  });
  return (options) => (peers = createPeers(options));
}

/** Why a call failed. It must have failed. */
export async function failureOf(promise: Promise<unknown>): Promise<CallError> {
  const thrown = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(CallError);
  return thrown as CallError;
}

/** The events that the caller's side receives from now on. */
export function answersTo(link: Link): ReceivedEvent[] {
  const heard: ReceivedEvent[] = [];
  link.listen({ event: (event) => void heard.push(event), closed: () => undefined });
  return heard;
}

function watchedOperations(log: Log): AnyOperation[] {
  const fields = { ...common, namespace: "demo", inputSchema: Type.Unknown(), outputSchema: Type.Unknown() };
  return [
    defineOperation({ ...fields, name: "echo", type: OperationType.QUERY, handler: (input) => input }),
    defineOperation({
      ...fields,
      name: "whoami",
      type: OperationType.QUERY,
      handler: (_, { identity }) => identity ?? null,
    }),
    defineOperation({
      ...fields,
      name: "wait",
      type: OperationType.MUTATION,
      handler: async (_, { signal }) => {
        log.push("started");
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
        log.push((signal.reason as { code: string }).code);
      },
    }),
    defineOperation({
      ...fields,
      name: "count",
      type: OperationType.SUBSCRIPTION,
      inputSchema: Type.Object({ to: Type.Number(), thenFail: Type.Optional(Type.Boolean()) }),
      async *handler({ to, thenFail = false }, { signal }) {
        try {
          for (let i = 1; i <= to; i++) {
            log.push(`made ${i}`);
            yield i;
          }
          if (thenFail) throw new Error("an internal message");
        } finally {
          log.push(signal.aborted ? (signal.reason as { code: string }).code : "ended");
        }
      },
    }),
    defineOperation({
      ...fields,
      name: "stuck",
      type: OperationType.SUBSCRIPTION,
      async *handler(_, { signal }) {
        log.push("started");
        yield 1;
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
        log.push((signal.reason as { code: string }).code);
      },
    }),
  ];
}

/** Operations that name their peer. */
export const whose = (name: string, description = "Says whose it is"): AnyOperation[] => {
  const fields = { ...common, namespace: "demo", description, outputSchema: Type.String() };
  return [
    defineOperation({
      ...fields,
      name: "whose",
      type: OperationType.MUTATION,
      inputSchema: Type.Object({ n: Type.Optional(Type.Number()) }),
      handler: () => name,
    }),
    defineOperation({
      ...fields,
      name: "stream",
      type: OperationType.SUBSCRIPTION,
      inputSchema: Type.Object({}),
      async *handler() {
        yield name;
      },
    }),
  ];
};

/** Waits until everything in flight within this process is done. */
export async function settle(turns = 20): Promise<void> {
  for (let i = 0; i < turns; i++) await new Promise((resolve) => setImmediate(resolve));
}
