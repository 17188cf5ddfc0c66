/**
 * Runs the server itself (`exec`), next to a watcher that waits for the end of a pipe that our process holds. When we
 * are gone, however we died, the pipe ends, and the watcher kills the whole process group: also a server that ignores
 * the end of its input, and what a wrapper such as `npx` has started.
 */
const SCRIPT = `( trap '' TERM INT HUP; read -r _; sleep 1; kill -KILL 0 ) <&3 >/dev/null 2>&1 & exec "$@" 3<&-`;

export interface SpawnPlan {
  readonly command: string;
  readonly args: readonly string[];
  /** A group of its own, with a fourth stream that keeps the watcher waiting. */
  readonly supervised: boolean;
}

/** How to start a command so that it cannot outlive our process. Without a shell it starts unsupervised. */
export function superviseCommand(command: string, args: readonly string[], hasShell: boolean): SpawnPlan {
  if (!hasShell) return { command, args, supervised: false };
  return { command: "/bin/sh", args: ["-c", SCRIPT, "sh", command, ...args], supervised: true };
}
