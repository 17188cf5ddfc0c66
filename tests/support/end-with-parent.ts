import { spawn } from "node:child_process";

/**
 * Ensures that a process or a folder does not outlive this process, however it ends. `SIGKILL` runs no handler, and a
 * stopped child (`SIGSTOP`) notices nothing. So a shell waits for the end of a pipe that only we hold.
 *
 * @returns a function that ends the watch. Call it as soon as the process has ended: another may soon get its id.
 */
export function endWithParent(what: { pid: number } | { folder: string }): () => void {
  const last = "pid" in what ? ["kill", "-9", String(what.pid)] : ["rm", "-rf", "--", what.folder];
  const guard = spawn("sh", ["-c", 'read -r _; "$@"', "end-with-parent", ...last], {
    stdio: ["pipe", "ignore", "ignore"],
    // Its own session: Ctrl-C ends us, but must not end the guard before its work is done.
    detached: true,
  });
  guard.unref();
  guard.stdin.on("error", () => {});
  // Although typed as a stream, it is a socket and would keep us alive.
  if ("unref" in guard.stdin && typeof guard.stdin.unref === "function") guard.stdin.unref();
  return () => {
    guard.kill("SIGKILL");
    guard.stdin.destroy();
  };
}
