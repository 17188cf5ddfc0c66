import { spawn } from "node:child_process";

/**
 * Sees to it that a process or a folder doesn't outlive this process, however it ends: `SIGKILL` runs no handler, and
 * a stopped child (`SIGSTOP`) can't notice anything by itself. A shell waits for the end of a pipe that only we hold.
 *
 * @returns ends the watch. Call it as soon as the process has ended: its number may belong to another one soon.
 */
export function endWithParent(what: { pid: number } | { folder: string }): () => void {
  const last = "pid" in what ? ["kill", "-9", String(what.pid)] : ["rm", "-rf", "--", what.folder];
  const guard = spawn("sh", ["-c", 'read -r _; "$@"', "end-with-parent", ...last], {
    stdio: ["pipe", "ignore", "ignore"],
    // A session of its own: Ctrl-C ends us, and must not end the guard before it has done its work.
    detached: true,
  });
  guard.unref();
  guard.stdin.on("error", () => {});
  // Node types it as a stream only; it is a socket, and would keep us alive.
  if ("unref" in guard.stdin && typeof guard.stdin.unref === "function") guard.stdin.unref();
  return () => {
    guard.kill("SIGKILL");
    guard.stdin.destroy();
  };
}
