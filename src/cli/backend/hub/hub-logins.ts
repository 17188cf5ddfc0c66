/** The logins of a caller at a running hub. */
import { CallError } from "../../../entries/index.ts";
import type { HubLogins, LogInOptions, LoginStatus, LogOutResult } from "../../../entries/hub.ts";
import { didYouMean } from "../../../shared/closest-name.ts";
import { delay } from "../../../shared/time/wait.ts";
import type { HubBackend } from "./hub-backend.ts";

interface ListedLogin extends LoginStatus {
  /** Where its person logs in with a browser. */
  readonly page?: string | undefined;
}

/** Milliseconds between two questions whether the person has logged in. */
const PAUSE = 1000;

export class RemoteLogins implements HubLogins {
  readonly #hub: Pick<HubBackend, "ask">;

  constructor(hub: Pick<HubBackend, "ask">) {
    this.#hub = hub;
  }

  async list(): Promise<ListedLogin[]> {
    return ((await this.#hub.ask("GET", "~/logins")) as { logins: ListedLogin[] }).logins;
  }

  /** Shows the hub's page for this source, and waits until the person has logged in there. */
  async logIn(source: string, { show, showCode, signal }: LogInOptions): Promise<LoginStatus> {
    if (showCode !== undefined) {
      throw new CallError(
        "VALIDATION_ERROR",
        "--device is for logins of the config: a hub has a page for any browser.",
      );
    }
    const { page, state } = await this.#find(source);
    if (page === undefined) throw new CallError("PROTOCOL_ERROR", "The hub does not say where to log in.");
    if (state !== "logged in") await show(new URL(page));
    for (;;) {
      const { page: _page, ...status } = await this.#find(source);
      if (status.state === "logged in") return status;
      await delay(PAUSE, signal);
    }
  }

  async logOut(source: string): Promise<LogOutResult> {
    await this.#find(source);
    return (await this.#hub.ask("DELETE", `~/logins/${encodeURIComponent(source)}`)) as LogOutResult;
  }

  async close(): Promise<void> {}

  async #find(source: string): Promise<ListedLogin> {
    const logins = await this.list();
    const found = logins.find((login) => login.source === source);
    if (found !== undefined) return found;
    const hint = didYouMean(
      source,
      logins.map((login) => login.source),
    );
    throw new CallError("VALIDATION_ERROR", `This hub has no source ${source} that you can log in to.${hint}`);
  }
}
