/**
 * A server in its own process: reports where it listens and, on request, its processor time. It ends with its parent.
 */
export function reportStart(start: { readonly url: string }): void {
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuMicros: user + system });
  });
  process.on("disconnect", () => process.exit(0));
  process.send?.(start);
}
