import type { LogInOptions } from "../../entries/hub.ts";
import { CallError } from "../../entries/index.ts";
import { openOwnLogins } from "../session/open-logins.ts";
import { ExitCode } from "../output/exit-code.ts";
import { openBrowser } from "../session/open-browser.ts";
import type { RunCommand } from "../session/command-context.ts";
import { interruptible } from "../session/interruption.ts";
import { safeLine } from "../terminal/safe-text.ts";

/** Time for a person to log in. Milliseconds. */
const DEFAULT_TIMEOUT = 5 * 60_000;

export const run: RunCommand = async ({ options, terminal }) => {
  const [source = ""] = options.rest;
  const atMost = options.duration("timeout") ?? DEFAULT_TIMEOUT;
  return await interruptible(async (interrupted) => {
    const logins = await openOwnLogins({ options, terminal, signal: interrupted });
    const late = new AbortController();
    const timer = setTimeout(() => {
      late.abort(new CallError("TIMEOUT", `There was no login within ${Math.round(atMost / 1000)} s.`));
    }, atMost);
    try {
      const showCode: LogInOptions["showCode"] = ({ url, code, complete }) => {
        const also = complete === undefined ? "" : `  or go to\n\n  ${safeLine(complete.href)}\n\n`;
        terminal.err(`On any device, go to\n\n  ${safeLine(url.href)}\n\n  and enter ${safeLine(code)}\n\n${also}`);
      };
      const status = await logins.logIn(source, {
        ...(options.has("device") ? { showCode } : {}),
        signal: AbortSignal.any([interrupted, late.signal]),
        show: async (address) => {
          const isOpened = !options.has("no-browser") && (await openBrowser(address, terminal.env));
          const text = isOpened ? "Your browser opens. If it does not, go to" : "To log in, go to";
          terminal.err(`${text}\n\n  ${safeLine(address.href)}\n\n`);
        },
      });
      if (options.has("json")) terminal.out(`${JSON.stringify(status)}\n`);
      else terminal.out(`${terminal.style.green("✔")} logged in to ${safeLine(source)}\n`);
      return ExitCode.ok;
    } finally {
      clearTimeout(timer);
      await logins.close();
    }
  });
};
