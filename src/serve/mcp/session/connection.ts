import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";
import { CallError } from "../../../errors/call-error.ts";
import { OpenCallSession } from "../../../operation/call-session.ts";
import { clientLeft, connectionEnded } from "../../request/incoming.ts";
import type { Era, Params } from "../call/run-call.ts";
import { loadStdioSDK } from "../options/load-sdk.ts";
import type { ConnectOptions, MCPConnection } from "../options/mcp-service.ts";
import { cancelledBy, DirectCalls, KnownEnvelopes, legacyCapabilities, plainCallOf } from "./direct-calls.ts";
import type { PlainCall } from "./direct-calls.ts";
import { ResourceWatches, UpdateAnnouncer } from "../resources/resource-watches.ts";
import { exactLines } from "./exact-lines.ts";
import { concerns, onListChange, sendListChanged } from "./list-changes.ts";
import { watchedURIs, withWatchedURIs } from "./listen-request.ts";
import { sendServerLog } from "./session-log.ts";
import { createToolServer } from "./tool-server.ts";
import type { ToolServer, ToolServerDeps } from "./tool-server.ts";

/** Serves one client over a transport; the first message says which era it speaks. */
export async function connect(deps: ToolServerDeps, options: ConnectOptions): Promise<MCPConnection> {
  const { sdk, settings, suspended } = deps;
  const { serveStdio, StdioServerTransport } = await loadStdioSDK();
  const { maxBodySize } = settings;
  const input = options.transport === undefined ? exactLines(process.stdin, maxBodySize) : undefined;
  const transport =
    (options.transport as Transport | undefined) ??
    new StdioServerTransport(input?.lines, undefined, { maxBufferSize: maxBodySize });
  const connection = new OpenCallSession();
  const session = { caller: { identity: options.identity ?? settings.identity }, connection };
  let current: { readonly era: Era; readonly server: ToolServer } | undefined;
  const stopListening = onListChange(deps, (change) => {
    if (current !== undefined && concerns(change, session.caller.identity))
      sendListChanged(current.server, change.kind);
  });
  const stopLog = settings.serverLog?.((entry) => {
    if (current !== undefined) sendServerLog(current.server, { ...session.caller, session: connection }, entry);
  });
  const updates = new UpdateAnnouncer((uri) => void current?.server.sendResourceUpdated({ uri }).catch(() => {}));
  const listening = new Map<unknown, ResourceWatches>();
  const open = ({ era }: { readonly era: Era }): ToolServer => {
    const server = createToolServer(deps, { era, ...session });
    current = { era, server };
    return server;
  };
  const handle = serveStdio(open, { transport, ...(settings.onError && { onerror: settings.onError }) });

  const calls = new DirectCalls(deps);
  const envelopes = new KnownEnvelopes(sdk);
  const capabilitiesOf = (call: PlainCall): unknown => {
    if (current === undefined) return undefined;
    if (current.era === "legacy") return legacyCapabilities(current.server, call);
    return envelopes.has(call) ? (call.params["_meta"] as Params)[sdk.CLIENT_CAPABILITIES_META_KEY] : undefined;
  };
  /** Passes on what can be watched of a `subscriptions/listen`. */
  const listen = async (message: JSONRPCMessage, uris: readonly unknown[]): Promise<void> => {
    const watches = new ResourceWatches(deps, updates.announce, connection);
    listening.set((message as { id?: unknown }).id, watches);
    const watched = await watches.subscribeAll(uris, session.caller);
    onmessage?.(withWatchedURIs(message, watched));
  };
  const stopWatching = (id: unknown, why: CallError): void => {
    listening.get(id)?.close(why);
    listening.delete(id);
  };
  /** Returns whether the message needs no SDK. */
  const takeDirectly = (message: JSONRPCMessage): boolean => {
    const call = plainCallOf(message);
    const uris = watchedURIs(message);
    if (uris !== undefined) {
      void listen(message, uris);
      return true;
    }
    stopWatching(cancelledBy(message), clientLeft());
    if (call === undefined)
      return calls.cancel(cancelledBy(message), new CallError("ABORTED", "The client gave up the call."));
    const capabilities = capabilitiesOf(call);
    if (capabilities === undefined) return false;
    const { era, server } = current as { readonly era: Era; readonly server: ToolServer };
    const revision = era === "legacy" ? server.getNegotiatedProtocolVersion() : undefined;
    calls
      .answer(call, { caller: session.caller, connection, era, capabilities, revision }, call.id)
      .then((answer) => answer && transport.send(answer as JSONRPCMessage))
      .catch((error: unknown) => settings.onError?.(error));
    return true;
  };

  // The SDK has set its own listeners by now.
  const { onmessage, onclose } = transport;
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- transports of the SDK have no other way
  transport.onmessage = (message, extra) => {
    if (!takeDirectly(message)) onmessage?.(message, extra);
  };
  const closed = new Promise<void>((resolve) => {
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- transports of the SDK have no other way
    transport.onclose = () => {
      onclose?.();
      input?.stop();
      calls.close();
      stopListening();
      stopLog?.();
      updates.stop();
      for (const id of listening.keys()) stopWatching(id, connectionEnded());
      suspended.endConnection(connection);
      connection.end();
      resolve();
    };
  });
  return {
    closed,
    async close() {
      await handle.close();
      await closed;
    },
  };
}
