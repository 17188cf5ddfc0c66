import { spawn } from "node:child_process";

type Environment = Readonly<Record<string, string | undefined>>;

/** Opens an address in the person's browser: `$BROWSER`, or the system's own. Returns whether something was started. */
export async function openBrowser(address: URL, env: Environment): Promise<boolean> {
  const [command, ...args] = commandFor(env);
  if (command === undefined) return false;
  return await new Promise((resolve) => {
    const child = spawn(command, [...args, address.href], { stdio: "ignore", detached: true });
    child.once("error", () => resolve(false));
    child.once("spawn", () => resolve(true));
    child.unref();
  });
}

function commandFor(env: Environment): string[] {
  if (env["BROWSER"]) return [env["BROWSER"]];
  if (process.platform === "darwin") return ["open"];
  // `start` would need a shell, which reads the "&" of an address.
  if (process.platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  const hasDisplay = Boolean(env["DISPLAY"]) || Boolean(env["WAYLAND_DISPLAY"]);
  return hasDisplay ? ["xdg-open"] : [];
}
