import type { McpHttpHandler } from "@modelcontextprotocol/server";
import { CallError } from "../../../errors/call-error.ts";
import type { Identity } from "../../../operation/access-control.ts";
import { connectionEnded } from "../../request/incoming.ts";
import type { CheckedRequest } from "../../request/request-handler.ts";
import { ResourceWatches, UpdateAnnouncer } from "../resources/resource-watches.ts";
import { rpcError } from "./legacy-sessions.ts";
import { concerns } from "./list-changes.ts";
import type { ListChange } from "./list-changes.ts";
import { withWatchedURIs } from "./listen-request.ts";
import type { ToolServerDeps } from "./tool-server.ts";
import { watchBody } from "./watched-body.ts";

/** As many as the SDK keeps open at once. */
const MOST_STREAMS = 1024;
const LIMIT_REACHED = -32_603;

/** A `subscriptions/listen`. */
export interface ListenRequest {
  readonly webRequest: Request;
  readonly options: NonNullable<Parameters<McpHttpHandler["fetch"]>[1]>;
  readonly body: unknown;
  /** The URIs of the resources that it names, if any. */
  readonly watched: readonly unknown[] | undefined;
}

/**
 * The streams of 2026-07-28 over HTTP that report changes of lists and resources. A handler of the SDK notifies every
 * client that listens, and other callers may have other lists, and other resources with the same URI. So each stream
 * has its own handler.
 */
export class ListenStreams {
  readonly #deps: ToolServerDeps;
  readonly #createHandler: () => McpHttpHandler;
  /** The open streams, each with the identity of its caller. */
  readonly #open = new Map<McpHttpHandler, Identity | undefined>();

  constructor(deps: ToolServerDeps, createHandler: () => McpHttpHandler) {
    this.#deps = deps;
    this.#createHandler = createHandler;
  }

  /** Passes only those URIs to the SDK that the caller may read, and that are watched. */
  async open(caller: CheckedRequest, { webRequest, options, body, watched }: ListenRequest): Promise<Response> {
    const { id } = body as { readonly id?: unknown };
    if (this.#open.size >= MOST_STREAMS)
      return rpcError(200, "Subscription limit reached", { code: LIMIT_REACHED, id });
    const handler = this.#createHandler();
    this.#open.set(handler, caller.identity);
    const updates = new UpdateAnnouncer((uri) => handler.notify.resourceUpdated(uri));
    const watches = new ResourceWatches(this.#deps, updates.announce);
    const end = (reason?: unknown): void => {
      watches.close(reason instanceof CallError ? reason : connectionEnded());
      updates.stop();
      this.#open.delete(handler);
    };
    try {
      const parsedBody =
        watched === undefined ? body : withWatchedURIs(body, await watches.subscribeAll(watched, caller));
      const response = await handler.fetch(webRequest, { ...options, parsedBody });
      if (response.body !== null) return watchBody(response, end).response;
      end();
      return response;
    } catch (error) {
      end();
      throw error;
    }
  }

  announceChange(change: ListChange): void {
    for (const [handler, identity] of this.#open)
      if (concerns(change, identity)) handler.notify[`${change.kind}Changed`]();
  }

  async close(): Promise<void> {
    await Promise.all(Array.from(this.#open.keys(), (handler) => handler.close()));
  }
}
