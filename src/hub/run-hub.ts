import { ConfigWarner } from "./access/config-warner.ts";
import { Closing, allEnded } from "./closing.ts";
import { secretsOf } from "./config/config-secrets.ts";
import type { ConfigWarning } from "./config/config-warning.ts";
import type { LoadedConfig } from "./config/loaded-config.ts";
import { openCore } from "./hub-core.ts";
import { serveInterfaces } from "./serve-interfaces.ts";
import { settingsThatNeedARestart } from "./interfaces/hub-settings.ts";
import { delay } from "../shared/time/wait.ts";
import { Readiness } from "./readiness.ts";
import type { CloseHubOptions, RunningHub, StartHubOptions } from "./running-hub.ts";

const DEFAULT_GRACE = 10_000;
/** Milliseconds. Balancers ask every few seconds. */
const DEFAULT_DELAY = 5000;

/** Starts a hub. What was opened is closed again if that fails. */
export async function runHub(loaded: LoadedConfig, options: StartHubOptions): Promise<RunningHub> {
  const closing = new Closing();
  try {
    return await start(loaded, options, closing);
  } catch (error) {
    await closing.run();
    throw error;
  }
}

async function start(loaded: LoadedConfig, options: StartHubOptions, closing: Closing): Promise<RunningHub> {
  let { config } = loaded;
  const { folder = process.cwd() } = loaded;
  const readiness = new Readiness();
  const core = await openCore(loaded, options, closing);
  const { registry, sources, access, redactor, observers, ownKey, log } = core;
  void sources.ready.then(() => (readiness.isReady = true));
  // Before every source was tried, it is not known what the hub has.
  const ofLists = (): ConfigWarning[] =>
    readiness.isReady ? sources.warnings().filter((each) => each.sources.length === 0) : [];
  const warner = new ConfigWarner(log, ofLists);
  const server = await serveInterfaces(core, {
    ...options,
    loaded,
    folder,
    closing,
    warner,
    isReady: () => readiness.answer(),
  });
  if (options.isTrial === true) await server.drain(0);
  log("info", "hub listens", { url: server.endpoints.http });
  await warner.look(loaded);
  void sources.ready.then(() => warner.look());
  access.keysChanged.add(() => void warner.look());
  if (options.waitForSources === true) await sources.ready;

  let closed: Promise<void> | undefined;
  const close = async (options: CloseHubOptions): Promise<void> => {
    const { shutdownGrace = DEFAULT_GRACE, shutdownDelay } = loaded.config.serve?.limits ?? {};
    const { graceMs = shutdownGrace } = options;
    // A caller that gives no time to calls has none for balancers either.
    const isHasty = options.graceMs === 0;
    const { delayMs = isHasty ? 0 : (shutdownDelay ?? (readiness.isWatched ? DEFAULT_DELAY : 0)) } = options;
    readiness.end();
    log("info", "hub stops", { callsInFlight: observers.calls.count, ...(delayMs > 0 && { inMs: delayMs }) });
    if (delayMs > 0) await delay(delayMs);
    void core.away.keep();
    sources.stopAnswering();
    // Closes at once: an answer would come too late for its caller.
    core.approvals.close();
    access.failures.close();
    const drained = server.drain(graceMs);
    const ended = drained.catch(() => undefined).then(() => closing.run());
    await allEnded([drained, ended]).finally(() => log("info", "hub stopped"));
  };
  return {
    registry,
    sources,
    endpoints: server.endpoints,
    ...(ownKey?.isNew === true ? { key: ownKey.key } : {}),
    ...(ownKey === undefined ? {} : { keyFile: ownKey.file }),
    hosts: server.hosts,
    makeLogInLink: server.makeLogInLink,
    openOwnerSocket: server.openOwnerSocket,
    async reload(next) {
      redactor.add(secretsOf(next));
      const settings = settingsThatNeedARestart(config, next.config);
      if (settings.length > 0) log("warn", "these settings need a restart", { settings });
      ({ config } = next);
      access.update(next.config);
      core.approvals.update(next.config);
      core.rateLimits?.update(next.config.rateLimits ?? {});
      await Promise.all([server.reload(next.config), sources.reload(next)]);
      log("info", "config reloaded");
      await warner.look(next);
    },
    close: (options = {}) => (closed ??= close(options)),
  };
}
