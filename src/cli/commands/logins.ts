import type { LoginStatus } from "../../entries/hub.ts";
import { openOwnLogins } from "../session/open-logins.ts";
import { ExitCode } from "../output/exit-code.ts";
import type { RunCommand } from "../session/command-context.ts";
import { interruptible } from "../session/interruption.ts";
import { safeLine } from "../terminal/safe-text.ts";
import type { Terminal } from "../terminal/terminal.ts";

export const run: RunCommand = async ({ options, terminal }) =>
  await interruptible(async (signal) => {
    const logins = await openOwnLogins({ options, terminal, signal });
    try {
      const statuses = await logins.list();
      if (options.has("json")) terminal.out(`${JSON.stringify(statuses)}\n`);
      else if (statuses.length === 0) terminal.out("There is no source that takes a login.\n");
      else for (const status of statuses) terminal.out(`${lineOf(status, terminal)}\n`);
      return ExitCode.ok;
    } finally {
      await logins.close();
    }
  });

function lineOf({ source, state, scope, expiresAt, renews }: LoginStatus, { style }: Terminal): string {
  const mark = state === "logged in" ? style.green("✔") : style.yellow("○");
  const until = expiresAt === undefined || renews === true ? "" : `, until ${expiresAt}`;
  const advice = state === "logged in" ? "" : style.dim(`  operations login ${safeLine(source)}`);
  const scopes = scope === undefined ? "" : style.dim(`  ${safeLine(scope)}`);
  return `${mark} ${style.bold(safeLine(source))}  ${state}${until}${scopes}${advice}`;
}
