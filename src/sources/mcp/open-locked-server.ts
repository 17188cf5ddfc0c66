import { messageOf } from "../../errors/call-error.ts";
import { watchLogin } from "../login/watch-login.ts";
import type { ConcernedOperations, OpenedSource, SourceContext } from "../source.ts";
import { LockedServer } from "./locked-server.ts";
import type { LockedServerOptions } from "./locked-server.ts";

export interface OpenLockedServerOptions extends Omit<LockedServerOptions, "onSeen" | "onChange"> {
  /** The name of the server's logins in the vault. */
  readonly key: string;
  /** Opens the server with the operator's login. */
  readonly openListed: () => Promise<OpenedSource>;
  /** Calls the listener with the key of each caller who has logged in or out. Returns a function that stops it. */
  readonly hearCallers: (onChange: (caller: string) => void) => (() => void) | undefined;
}

/** Serves what the lock holds for a server. Once an operator has logged in, it serves what the server lists instead. */
export function openLockedServer(options: OpenLockedServerOptions, context: SourceContext): OpenedSource {
  const { key, openListed, hearCallers, ...locked } = options;
  const { vault, changed, callerChanged, log, name } = context;
  const tellCaller = (caller: string, concerned?: ConcernedOperations): void => {
    if (current === server) callerChanged?.(caller, concerned);
  };
  const server: LockedServer = new LockedServer({ ...locked, onSeen: changed, onChange: tellCaller });
  let current: OpenedSource = server;
  let isClosed = false;
  let stopWatching: (() => void) | undefined;
  const openAnew = async (): Promise<void> => {
    try {
      const listed = await openListed();
      if (isClosed) return await listed.close();
      current = listed;
      changed();
    } catch (thrown) {
      log("warn", "source does not open with the operator's login", { source: name, error: messageOf(thrown) });
      watch();
    }
  };
  const watch = (): void => {
    if (vault === undefined || isClosed) return;
    stopWatching = watchLogin({ vault, key, onLogin: () => void openAnew() });
  };
  watch();
  const stopHearing = hearCallers((caller) => {
    server.forgetList(caller);
    tellCaller(caller);
  });
  return {
    get isFromLock() {
      return current.isFromLock;
    },
    get operations() {
      return current.operations;
    },
    get seen() {
      return current.seen;
    },
    get instructions() {
      return current.instructions;
    },
    report: () => current.report?.() ?? { quarantined: [], findings: [] },
    sessions: () => current.sessions?.(),
    settled: () => current.settled?.(),
    async close() {
      isClosed = true;
      stopWatching?.();
      stopHearing?.();
      // Calls may still run in the sessions of the locked server.
      await Promise.all([server.close(), current.close()]);
    },
  };
}
