import { node } from "./node-modules.ts";

/** The default folder for what must outlive the hub. */
export function defaultStateFolder(): string {
  const { XDG_STATE_HOME: home } = process.env;
  const base = home !== undefined && home.startsWith("/") ? home : node.path.join(node.os.homedir(), ".local", "state");
  return node.path.join(base, "operations");
}
