import { messageOf } from "../errors/call-error.ts";
import type { Identity } from "../operation/access-control.ts";
import { OperationRegistry } from "../registry/operation-registry.ts";
import type { Log } from "./observe/create-log.ts";
import type { Redactor } from "./observe/redact.ts";
import type { Closing } from "./closing.ts";
import { openHubLog } from "./create-hub-log.ts";
import { atPlace } from "./config/config-place.ts";
import { node } from "./config/node-modules.ts";
import type { LoadedConfig } from "./config/loaded-config.ts";
import { HubApprovals } from "./approvals/hub-approvals.ts";
import { HubAccess } from "./access/hub-access.ts";
import { namesCallers } from "./access/named-callers.ts";
import { loadOrMakeKey } from "./access/hub-key.ts";
import type { HubKey } from "./access/hub-key.ts";
import { keyFileOf } from "./keys/key-file-path.ts";
import { defaultStateFolder } from "./config/state-folder.ts";
import { openCodeMode } from "./code/open-code-mode.ts";
import { HubVault } from "./vault/hub-vault.ts";
import { openRateLimits } from "./access/hub-rate-limits.ts";
import type { HubRateLimits } from "./access/hub-rate-limits.ts";
import { observeHub } from "./hub-observers.ts";
import type { HubObservers } from "./hub-observers.ts";
import { askToLogIn } from "./logins/page/ask-to-log-in.ts";
import { OwnLogins } from "./logins/page/own-logins.ts";
import { LoginPageAddresses } from "./logins/page/login-page-addresses.ts";
import { shortHash } from "../shared/short-hash.ts";
import type { OperationSearch } from "../search/create-search.ts";
import type { VaultAccess } from "../sources/login/vault-access.ts";
import type { StartHubOptions } from "./running-hub.ts";
import type { HubSources } from "./sources/hub-sources.ts";
import { openSearch } from "./search/open-search.ts";
import { AwayOperations } from "./sources/away-operations.ts";
import { openSources } from "./sources/open-sources.ts";

/** A hub without its interfaces: no client can reach it yet. */
export interface HubCore {
  readonly log: Log;
  readonly redactor: Redactor;
  /** The key that the hub made, if the config names none. */
  readonly ownKey: HubKey | undefined;
  readonly registry: OperationRegistry;
  readonly access: HubAccess;
  readonly observers: HubObservers;
  readonly rateLimits: HubRateLimits | undefined;
  readonly approvals: HubApprovals;
  /** Where the hub keeps what outlives it. */
  readonly stateFolder: string;
  readonly sources: HubSources;
  readonly away: AwayOperations;
  /** Present if the config names an embedder. */
  readonly search: OperationSearch | undefined;
  readonly vault: VaultAccess;
  /** Where callers log in to the services behind sources. */
  readonly loginAddress: LoginPageAddresses;
  readonly ownLogins: OwnLogins;
}

interface AwayOptions extends Pick<StartHubOptions, "port" | "isTrial"> {
  readonly stateFolder: string;
  readonly log: Log;
}

/** Milliseconds. Long enough for a machine that starts again. */
const DEFAULT_KEEP = 10 * 60 * 1000;

/** Opens everything but the interfaces. `closing` closes it again, even if a later step fails. */
export async function openCore(loaded: LoadedConfig, options: StartHubOptions, closing: Closing): Promise<HubCore> {
  const { config } = loaded;
  const { redactor, log } = await openHubLog(loaded, {
    to: options.logTo,
    except: options.logExcept,
    keep: options.keepLog,
  });
  const { stateFolder = defaultStateFolder() } = options;
  const ownKey = namesCallers(config) ? undefined : await loadOrMakeKey(stateFolder);
  if (ownKey !== undefined) redactor.add([ownKey.key]);
  // Only a start that serves shows the key.
  if (ownKey?.isNew === true && options.isTrial === true)
    closing.add(() => node.files.rm(ownKey.file, { force: true }));

  const registry =
    options.registry ??
    new OperationRegistry({
      onWarning: ({ message, kind }) => log("warn", message, { warning: kind }),
      questionTimeout: config.serve?.limits?.questionTimeout,
    });
  // First, because those who may call everything may know of it.
  const away = await openAway(loaded, registry, { ...options, stateFolder, log });
  closing.add(() => away.close());
  const access = await HubAccess.open(config, { registry, ownKey: ownKey?.key, keyFile: keyFileOf(loaded), log });
  closing.add(() => access.close());
  // Before the sources, so that their middleware is inside: calls that wait for an approval are observed too.
  const observers = await atPlace(loaded, ["audit"], () => observeHub(registry, loaded, log));
  closing.add(() => observers.close());
  const ownVault = new HubVault(loaded, stateFolder);
  closing.add(() => ownVault.close());
  const { vault = ownVault } = options;
  // Opened at once: the hub must not start if the key does not open the vault.
  await atPlace(loaded, ["vault"], () => vault.openExisting());
  const rateLimits = await atPlace(loaded, ["rateLimits", "redis"], () => openRateLimits(loaded, log));
  if (rateLimits !== undefined) {
    closing.add(() => rateLimits.close());
    closing.add(registry.use(rateLimits.middleware));
  }
  const onError = (error: unknown): void => log("warn", "search", { error: messageOf(error) });
  const opened = await atPlace(loaded, ["serve", "mcp", "embedder"], () =>
    openSearch(loaded, registry, { stateFolder, onError }),
  );
  if (opened !== undefined) closing.add(() => opened.close());
  const search = opened?.search;
  // Before the sources: none of their operations may take its id.
  const codeMode = await atPlace(loaded, ["codeMode"], () => openCodeMode(config, registry, search));
  if (codeMode !== undefined) closing.add(() => codeMode.close());
  const approvals = new HubApprovals(config, { audit: observers.audit, log });
  closing.add(() => approvals.close());
  const redact = (text: string): string => redactor.redact(text);
  const graceMs = config.serve?.limits?.shutdownGrace;
  const { approve = approvals.ask } = options;
  const loginAddress = new LoginPageAddresses(config.serve?.publicUrl);
  const loginPage = (source: string, caller: Identity): string | undefined => loginAddress.pageFor(source, caller);
  const sources = await openSources(loaded, { graceMs, loginPage, ...options, approve, vault, registry, log, redact });
  closing.add(() => sources.close({ graceMs: 0 }));
  // This does not wait for the first search: embedding thousands of operations takes minutes, and may cost money.
  if (search !== undefined && options.isTrial !== true) void sources.ready.then(() => search.ready());
  const ownLogins = new OwnLogins({ vault, sources: (viewer) => sources.logins(viewer) });
  // After the sources, so that it is innermost: a call that continues after a login is not approved or counted again.
  const savedAt = (source: string, caller: Identity): Promise<number | undefined> => ownLogins.savedAt(source, caller);
  const asking = askToLogIn({ pageFor: loginPage, savedAt });
  let stopAsking: (() => void) | undefined;
  // Only if callers log in: other hubs spare their calls this function.
  const askWhereNeeded = (): void => {
    if (sources.logins().some(({ login }) => login.owner === "caller")) stopAsking ??= registry.use(asking);
  };
  askWhereNeeded();
  closing.add(sources.onChange(askWhereNeeded));
  closing.add(() => stopAsking?.());
  // Innermost: only when all others have let a call pass does it begin.
  if (observers.audit !== undefined) closing.add(registry.use(observers.audit.begin));
  return {
    log,
    redactor,
    ownKey,
    registry,
    access,
    observers,
    rateLimits,
    approvals,
    stateFolder,
    sources,
    away,
    search,
    vault,
    loginAddress,
    ownLogins,
  };
}

/** Hubs may share the folder: the file belongs to the config and the port. */
function openAway(
  { config, file }: LoadedConfig,
  registry: OperationRegistry,
  { port = config.serve?.port, isTrial = false, stateFolder, log }: AwayOptions,
): Promise<AwayOperations> {
  const name = shortHash(JSON.stringify([file, port]));
  const kept = isTrial ? undefined : node.path.join(stateFolder, "offers", `${name}.json`);
  const keepMs = config.serve?.limits?.keepOperations ?? DEFAULT_KEEP;
  return AwayOperations.open(registry, { file: kept, keepMs, log });
}
