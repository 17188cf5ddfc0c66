import { browsers, findOnMachine } from "../../scripts/find-program.ts";

/** The browser that CHROMIUM_PATH names, otherwise one of this machine. */
export function browserPath(): string {
  const found = process.env["CHROMIUM_PATH"] ?? findOnMachine(browsers);
  if (found === undefined) throw new Error(`no browser: install one of ${browsers.join(", ")}, or set CHROMIUM_PATH`);
  return found;
}
