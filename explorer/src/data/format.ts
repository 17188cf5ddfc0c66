/** Counts, sizes and times as people read them. */

/** `1 operation`, `5,000 operations` */
export function formatCount(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${String(bytes)} B`;
  const unit = bytes < 1e6 ? "kB" : "MB";
  return `${(bytes / (unit === "kB" ? 1e3 : 1e6)).toFixed(1)} ${unit}`;
}

export function formatDuration(ms: number): string {
  if (ms < 1) return `${ms.toFixed(2)} ms`;
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  if (ms < 1000) return `${String(Math.round(ms))} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${String(Math.floor(ms / 60_000))} min ${String(Math.round((ms % 60_000) / 1000))} s`;
}

const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });
const calendar = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

export function formatClock(time: number): string {
  return Number.isFinite(time) ? clock.format(time) : "unknown";
}

export function formatDate(time: number): string {
  return Number.isFinite(time) ? calendar.format(time) : "unknown";
}
