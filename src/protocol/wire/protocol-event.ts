/** The events of the call protocol: see docs/protocol.md. */
import { Type } from "typebox";
import type { Static } from "typebox";
import { ResponseEnvelopeSchema } from "../../envelope/envelope-schemas.ts";
import type { ResponseEnvelope } from "../../envelope/response-envelope.ts";
import { LONGEST_EVENT_ID } from "../../envelope/tracked.ts";
import type { Identity } from "../../operation/access-control.ts";
import { LOG_LEVELS } from "../../operation/caller-log.ts";
import type { LogLevel } from "../../operation/caller-log.ts";
import type { TraceContext } from "../../operation/operation-context.ts";
import { madeLater } from "../../shared/made-later.ts";
import { LONGEST_ID, LONGEST_OPERATION_ID, LONGEST_TOKEN } from "./protocol-numbers.ts";

/** A schema for each event, keyed by its name. On the wire an event is its payload plus `type`, its name. */
export const CallEventSchema = /* @__PURE__ */ madeLater(
  [
    "call.requested",
    "call.accepted",
    "call.responded",
    "call.completed",
    "call.error",
    "call.progress",
    "call.logged",
    "call.question",
    "call.withdrawn",
    "call.answer",
    "call.aborted",
    "call.credit",
    "peer.hello",
    "peer.offered",
    "peer.withdrawn",
    "peer.logged",
    "peer.heartbeat",
    "peer.draining",
    "peer.closed",
  ],
  makeEventSchemas,
);

function makeEventSchemas() {
  const RequestId = Type.String({ minLength: 1, maxLength: LONGEST_ID });
  const Level = Type.Unsafe<LogLevel>(Type.Union(LOG_LEVELS.map((level) => Type.Literal(level))));
  /** What wrote a log message. */
  const Logger = Type.Optional(Type.String({ maxLength: 256 }));
  const PeerId = Type.String({ minLength: 1, maxLength: LONGEST_ID });
  const OperationId = Type.String({ minLength: 1, maxLength: LONGEST_OPERATION_ID });
  const Sequence = Type.Integer({ minimum: 0 });

  const IdentitySchema = Type.Object({
    id: Type.String(),
    issuer: Type.Optional(Type.String()),
    scopes: Type.Array(Type.String()),
    resources: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
    claims: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { maxProperties: 1024 })),
  });

  const QuestionId = Type.String({ minLength: 1, maxLength: LONGEST_ID });

  const TraceSchema = Type.Object({
    traceparent: Type.String({ maxLength: 256 }),
    tracestate: Type.Optional(Type.String({ maxLength: 1024 })),
  });

  return {
    "call.requested": Type.Object({
      requestId: RequestId,
      operationId: OperationId,
      input: Type.Optional(Type.Unknown()),
      parentRequestId: Type.Optional(RequestId),
      /** The time that remains, because clocks need not agree. */
      timeoutMs: Type.Optional(Type.Number({ minimum: 0 })),
      token: Type.Optional(Type.String({ maxLength: LONGEST_TOKEN })),
      /** On whose behalf the call is made. Only a trusted peer may say so; a call from any other peer is refused. */
      identity: Type.Optional(IdentitySchema),
      trace: Type.Optional(TraceSchema),
      /** Items of a stream that may be sent before the first credit. A stream without it is refused. */
      window: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
      /** The most items that credit will ever allow ahead, if that is more than `window`. */
      maxWindow: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      /**
       * What the caller takes while the call runs: `progress`, `questions`, `sampling`, `roots`, `log:` with a level.
       * Without it the responder sends none of them.
       */
      wants: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 16 })),
      /** For a stream: the id of the last item that the caller has (`output.meta.lastEventId`). */
      lastEventId: Type.Optional(Type.String({ maxLength: LONGEST_EVENT_ID })),
      /** What an MCP client sent with the call (`_meta`). */
      meta: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { maxProperties: 1024 })),
    }),
    "call.accepted": Type.Object({
      requestId: RequestId,
      responderId: PeerId,
      /** Whether the handler was entered. */
      started: Type.Optional(Type.Boolean()),
      /** For a stream: the window that the responder keeps to, if it is smaller than the caller's. */
      window: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    }),
    "call.responded": Type.Object({
      requestId: RequestId,
      output: ResponseEnvelopeSchema,
      /** Counts the items of a stream, from 1. */
      seq: Type.Optional(Type.Integer({ minimum: 1 })),
      /** The data of the items that follow directly, with the same `meta` and the next numbers. */
      more: Type.Optional(Type.Array(Type.Unknown())),
    }),
    "call.completed": Type.Object({
      requestId: RequestId,
      /** The number of items. */
      seq: Sequence,
    }),
    "call.error": Type.Object({
      requestId: RequestId,
      code: Type.String({ minLength: 1, maxLength: 256 }),
      message: Type.String(),
      details: Type.Optional(Type.Unknown()),
      retryable: Type.Boolean(),
      phase: Type.Union([Type.Literal("notStarted"), Type.Literal("started"), Type.Literal("unknown")]),
      /** The operation that declares the code, and whose schema the details fit. Absent for other errors. */
      declaredBy: Type.Optional(OperationId),
      /** For a stream: the number of items before it. */
      seq: Type.Optional(Sequence),
    }),
    "call.progress": Type.Object({
      requestId: RequestId,
      progress: Type.Number(),
      total: Type.Optional(Type.Number()),
      message: Type.Optional(Type.String({ maxLength: 4096 })),
    }),
    "call.logged": Type.Object({
      requestId: RequestId,
      level: Level,
      data: Type.Optional(Type.Unknown()),
      logger: Logger,
    }),
    "call.question": Type.Object({
      requestId: RequestId,
      /** Unique among the questions of this call. */
      questionId: QuestionId,
      /** `sampling` asks the caller's model, and `roots` for the folders that the caller works in. */
      mode: Type.Union([Type.Literal("form"), Type.Literal("url"), Type.Literal("sampling"), Type.Literal("roots")]),
      message: Type.String(),
      /** What the asker calls the question. */
      name: Type.Optional(Type.String({ maxLength: LONGEST_ID })),
      /** Of `form`: a flat JSON Schema of the fields. */
      requestedSchema: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
      /** Of `url`. */
      url: Type.Optional(Type.String()),
      elicitationId: Type.Optional(Type.String()),
      /** Of `sampling`: the request, as MCP has it. */
      params: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    }),
    "call.withdrawn": Type.Object({
      requestId: RequestId,
      /** The question that no longer needs an answer. */
      questionId: QuestionId,
    }),
    "call.answer": Type.Object({
      requestId: RequestId,
      questionId: QuestionId,
      /** `failed`: the caller could not answer. */
      action: Type.Union([
        Type.Literal("accept"),
        Type.Literal("decline"),
        Type.Literal("cancel"),
        Type.Literal("failed"),
      ]),
      /** With `accept` of a form: its fields. */
      content: Type.Optional(
        Type.Record(
          Type.String(),
          Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String())]),
        ),
      ),
      /** With `accept` of `sampling` or `roots`: the result, as MCP has it. */
      result: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
      /** With `failed`: why. */
      message: Type.Optional(Type.String({ maxLength: 4096 })),
    }),
    "call.aborted": Type.Object({
      requestId: RequestId,
      reason: Type.Union([Type.Literal("ABORTED"), Type.Literal("TIMEOUT")]),
    }),
    "call.credit": Type.Object({
      requestId: RequestId,
      /** How many more items the stream may send. */
      n: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    }),
    "peer.hello": Type.Object({
      protocol: Type.Integer(),
      peerId: PeerId,
      token: Type.Optional(Type.String({ maxLength: LONGEST_TOKEN })),
      /** Milliseconds between two signs of life. */
      heartbeatMs: Type.Optional(Type.Number({ minimum: 10 })),
      /** Bytes of the longest frame that the sender takes. */
      maxFrameBytes: Type.Optional(Type.Integer({ minimum: 1024 })),
      /** Asks for offers of what the sender may call, and for every change of them. */
      wantsOperations: Type.Optional(Type.Boolean()),
      /** Asks for log messages that belong to no call. */
      wantsLog: Type.Optional(Type.Boolean()),
    }),
    "peer.offered": Type.Object({ operations: Type.Array(Type.Unknown()) }),
    "peer.withdrawn": Type.Object({ operationIds: Type.Array(OperationId) }),
    "peer.logged": Type.Object({ level: Level, data: Type.Optional(Type.Unknown()), logger: Logger }),
    "peer.heartbeat": Type.Object({}),
    "peer.draining": Type.Object({}),
    "peer.closed": Type.Object({
      code: Type.String({ maxLength: 256 }),
      message: Type.String({ maxLength: 2048 }),
      /** The sender has answered every call that it took: calls that are still open did not start. */
      answered: Type.Optional(Type.Boolean()),
    }),
  } as const;
}

/** The name of an event. */
export type EventName = keyof typeof CallEventSchema;

/** An event as it travels: its payload, and its name as `type`. */
type EventOf<TName extends EventName> = { readonly type: TName } & MayBeUndefined<
  Static<(typeof CallEventSchema)[TName]>
>;

/** JSON leaves out what is undefined, so an absent member and an undefined one are the same. */
export type MayBeUndefined<T> = {
  readonly [Key in keyof T]: object extends Pick<T, Key> ? T[Key] | undefined : T[Key];
};

/** `call.requested`, in types that the registry shares. */
export type CallRequested = Omit<EventOf<"call.requested">, "identity" | "trace" | "wants"> & {
  readonly identity?: Identity | undefined;
  readonly trace?: TraceContext | undefined;
  readonly wants?: readonly string[] | undefined;
};

/** Never sent. The decoder puts it in the place of a malformed `call.requested`, so that its caller gets an answer. */
export interface MalformedRequest {
  readonly type: "malformed";
  readonly requestId: string;
  readonly problem: string;
  /** Whether the event is well formed, but its input is not one that any handler gets. */
  readonly isInvalidInput?: true;
}

/** `call.responded`, in types that the registry shares. */
export type CallResponded = Omit<EventOf<"call.responded">, "output" | "more"> & {
  readonly output: ResponseEnvelope;
  readonly more?: readonly unknown[] | undefined;
};

export type CallErrored = EventOf<"call.error">;

export type CallQuestion = EventOf<"call.question">;

export type CallWithdrawn = EventOf<"call.withdrawn">;

export type CallAnswer = EventOf<"call.answer">;

/** Sent by the caller. */
export type CallerEvent = CallRequested | EventOf<"call.aborted"> | EventOf<"call.credit"> | CallAnswer;

/** Says that the responder has a call, or how the call ended. */
export type AnswerEvent = EventOf<"call.accepted"> | CallResponded | EventOf<"call.completed"> | CallErrored;

export type CallLogged = EventOf<"call.logged">;

/** Sent while a handler runs, to a caller that asked for it. */
export type MidCallEvent = EventOf<"call.progress"> | CallLogged | CallQuestion | CallWithdrawn;

/** Sent by the responder. */
export type ResponderEvent = AnswerEvent | MidCallEvent;

/** A log message that belongs to no call, for a peer that asked for such messages. */
export type PeerLogged = EventOf<"peer.logged">;

export type PeerHello = EventOf<"peer.hello">;

export type PeerClosed = EventOf<"peer.closed">;

/** About the peers themselves. */
export type PeerEvent =
  | PeerHello
  | EventOf<"peer.offered">
  | EventOf<"peer.withdrawn">
  | PeerLogged
  | EventOf<"peer.heartbeat">
  | EventOf<"peer.draining">
  | PeerClosed;

/** Any event of the call protocol. */
export type ProtocolEvent = CallerEvent | ResponderEvent | PeerEvent;

/** An event as a link delivers it. */
export type ReceivedEvent = ProtocolEvent | MalformedRequest;
