/** A server in its own process: says where it listens, tells its processor time when asked, and ends with its parent. */
export function reportStart(start: { readonly url: string }): void {
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuMicros: user + system });
  });
  process.on("disconnect", () => process.exit(0));
  process.send?.(start);
}
