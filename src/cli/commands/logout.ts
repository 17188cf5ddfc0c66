import { openOwnLogins } from "../session/open-logins.ts";
import { ExitCode } from "../output/exit-code.ts";
import type { RunCommand } from "../session/command-context.ts";
import { interruptible } from "../session/interruption.ts";
import { safeLine } from "../terminal/safe-text.ts";

export const run: RunCommand = async ({ options, terminal }) => {
  const [source = ""] = options.rest;
  return await interruptible(async (signal) => {
    const logins = await openOwnLogins({ options, terminal, signal });
    try {
      const result = await logins.logOut(source, signal);
      if (options.has("json")) terminal.out(`${JSON.stringify({ source, ...result })}\n`);
      else terminal.out(`${textOf(safeLine(source), result)}\n`);
      return ExitCode.ok;
    } finally {
      await logins.close();
    }
  });
};

function textOf(source: string, { wasLoggedIn, revoked }: { wasLoggedIn: boolean; revoked: boolean }): string {
  if (!wasLoggedIn) return `There was no login to ${source}.`;
  return revoked
    ? `Logged out of ${source}. The service has ended the login too.`
    : `Logged out of ${source}. The service could not be informed: its own settings may still list the login.`;
}
