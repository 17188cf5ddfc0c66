/**
 * The connections of our HTTP clients on Node: undici's pools, which cost a fraction of `fetch` with its streams and
 * signals. They honour `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, which Node's `fetch` ignores.
 */
import { CLOSEST_REACH } from "./address-reach.ts";
import type { AddressReach } from "./address-reach.ts";
import { builtinModule } from "../builtin-module.ts";
import { LOOPBACK_NAMES } from "./loopback-names.ts";
import { guardedLookup } from "./guarded-lookup.ts";

/** What a request needs of undici's `Dispatcher`. */
export interface Dispatcher {
  dispatch(options: DispatchOptions, handler: DispatchHandler): boolean;
}

/** A pool of its own, which its owner closes. */
export interface OwnDispatcher extends Dispatcher {
  /** Closes its sockets. */
  destroy(): Promise<void>;
}

export interface DispatchOptions {
  readonly origin: string;
  /** Includes the query. */
  readonly path: string;
  readonly method: string;
  /** Pairs, or names and values in turn. */
  readonly headers: Iterable<readonly [name: string, value: string]> | readonly string[];
  readonly body?: string | Blob | Uint8Array | undefined;
}

export interface DispatchController {
  abort(reason: Error): void;
  /** Reads no more of the answer for now. */
  pause(): void;
  resume(): void;
}

/** Receives the steps of a request and its answer, in this order. An error may come at any time, as the last step. */
export interface DispatchHandler {
  /** Undici is about to write the request. */
  onRequestStart(controller: DispatchController): void;
  onResponseStart(
    controller: DispatchController,
    status: number,
    headers: Record<string, string | string[]>,
    statusText: string | undefined,
  ): void;
  onResponseData(controller: DispatchController, chunk: Uint8Array<ArrayBuffer>): void;
  onResponseEnd(controller: DispatchController): void;
  onResponseError(controller: DispatchController | undefined, error: Error): void;
}

type AgentClass = new (options: object) => OwnDispatcher;

const agents = new Map<AddressReach, Dispatcher | undefined>();
const GLOBAL = Symbol.for("undici.globalDispatcher.1");
const PROXY_VARIABLES = ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"];

/** The last check and its result: both are the same for almost every call. */
let lastFetch: unknown;
let lastGlobal: unknown;
let isPlain = false;

/**
 * Connections to no address closer than `reach`. Undefined if requests must go through the global `fetch`: in other
 * runtimes, where the program has replaced `fetch` or its dispatcher, and where undici is not installed.
 */
export function dispatcherWithin(reach: AddressReach): Dispatcher | undefined {
  const { fetch } = globalThis;
  const shared: unknown = Reflect.get(globalThis, GLOBAL);
  if (fetch !== lastFetch || shared !== lastGlobal) {
    isPlain = isNodesFetch(fetch) && (shared === undefined || isNodesAgent(shared));
    lastFetch = fetch;
    lastGlobal = shared;
  }
  if (!isPlain) return undefined;
  const known = agents.get(reach);
  if (known !== undefined || agents.has(reach)) return known;
  const agent = createAgent(reach);
  agents.set(reach, agent);
  return agent;
}

/** Connections of one owner, to any address. Undefined in the same cases as `dispatcherWithin`. */
export function createDispatcher(): OwnDispatcher | undefined {
  return isDispatchable() ? createAgent(CLOSEST_REACH) : undefined;
}

/** Whether requests need not go through the global `fetch`. */
export function isDispatchable(): boolean {
  return dispatcherWithin(CLOSEST_REACH) !== undefined;
}

/** Whether the environment names a proxy. */
export function hasProxy(): boolean {
  return PROXY_VARIABLES.some((name) => variable(name) !== "");
}

/** The hosts that no proxy is asked for. They always include this machine: to a proxy, `localhost` means the proxy. */
function noProxy(): string {
  const given = (variable("no_proxy") || variable("NO_PROXY")).trim();
  return given === "*" ? given : [given, ...LOOPBACK_NAMES].join(",");
}

function variable(name: string): string {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name] ?? "";
}

function createAgent(reach: AddressReach): OwnDispatcher | undefined {
  const Agent = loadAgent();
  const lookup = reach === CLOSEST_REACH ? undefined : guardedLookup(reach);
  return Agent && new Agent({ ...(lookup && { connect: { lookup } }), ...(hasProxy() && { noProxy: noProxy() }) });
}

interface NodeModule {
  createRequire(this: void, from: string): (id: string) => unknown;
}

interface Undici {
  readonly EnvHttpProxyAgent: AgentClass;
}

/** Not by `import`: bundlers for browsers would take undici in. Undefined if a bundle for Node has left it out. */
function loadAgent(): AgentClass | undefined {
  try {
    const require = (builtinModule("node:module") as NodeModule).createRequire(import.meta.url);
    // This takes a quarter of the time of loading all of undici.
    if (!hasProxy()) return require("undici/lib/dispatcher/agent.js") as AgentClass;
    // This loads Node's `fetch`, which sets the program's dispatcher. Otherwise undici would set its own.
    void new Headers();
    return (require("undici") as Undici).EnvHttpProxyAgent;
  } catch {
    return undefined;
  }
}

/** Tests, instrumentation and polyfills replace `fetch` with their own function. */
function isNodesFetch(fetch: unknown): boolean {
  return typeof fetch === "function" && sourceOf(fetch).includes("internal/deps/undici");
}

/** Whether Node made the agent, from its bundle, and not the program, for example for a proxy or for tests. */
function isNodesAgent(shared: unknown): boolean {
  const type: unknown = (shared as { constructor?: unknown } | null)?.constructor;
  return typeof type === "function" && type.name === "Agent" && sourceOf(type).includes("__name(this");
}

function sourceOf(code: object): string {
  return Function.prototype.toString.call(code);
}
