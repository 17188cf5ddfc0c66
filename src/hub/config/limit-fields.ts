import { closed, count } from "./config-fields.ts";

/** `serve.limits` */
export const serveLimits = () =>
  closed(
    {
      bodyBytes: count("Bytes per request. Default: 4 MiB."),
      concurrentCalls: count("Calls at once, over all clients and interfaces; the hub refuses more. Default: 1000."),
      callsPerClient: count(
        "Calls and open requests of one client at once, over all interfaces; the hub refuses more (429). A client is the identity of a key or token, or an address. Default: half of concurrentCalls.",
      ),
      waitingBytes: count(
        "Bytes of answers that wait for all clients to read them, and of incomplete uploads. Beyond that, the hub cuts off connections of the client with the most waiting bytes. Default: 32 MiB.",
      ),
      waitingBytesPerClient: count("How many of them may wait for one client. Default: half of waitingBytes."),
      stallTimeout: count(
        "Milliseconds after which the hub cuts off a client that reads nothing of its answer, or stops in the middle of an upload. Default: 30000.",
      ),
      connectionsPerClient: count("WebSockets of one client at once. Default: 500."),
      mcpSessions: count(
        "Sessions of MCP clients at once, in the revisions that have sessions. Beyond that, the client with the most sessions loses its least recently used one. Default: 1000.",
      ),
      handshakes: count(
        "WebSockets of all clients at once that have not identified themselves yet; the hub refuses more (503). Default: 1000.",
      ),
      handshakesPerClient: count(
        "How many of them one address may have; the hub refuses more (429). Default: half of handshakes.",
      ),
      callTimeout: count("Milliseconds that a call may take. Default: no limit."),
      questionTimeout: count(
        "Milliseconds that a caller has to answer a question of a call. Meanwhile the clock of the call stands still: callTimeout, the caller's own deadline, and the timeout of an MCP server that asks. Default: 600000.",
      ),
      keepOperations: count(
        "Milliseconds for which the hub remembers the operations of spokes, hubs and buses that are gone, also over its own restart: their calls fail with NO_RESPONDER, which clients may try again. Default: 600000.",
        0,
      ),
      shutdownDelay: count(
        "Milliseconds at shutdown for which the hub still takes calls while /readyz says 503, so that a balancer sends no more. Default: 5000 if something watches /readyz, otherwise 0.",
        0,
      ),
      shutdownGrace: count("Milliseconds that calls in flight have to finish at shutdown. Default: 10000.", 0),
    },
    "Limits.",
  );
