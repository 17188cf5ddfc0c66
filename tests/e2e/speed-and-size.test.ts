/**
 * What users notice with 5,000 operations: the first paint, and each key. These times are printed, not asserted,
 * because machines differ. The bytes of the first load have a bound.
 *
 * `npx vitest run --project e2e tests/e2e/speed-and-size.test.ts`
 */
import { loadavg } from "node:os";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { isLeftOut } from "../support/left-out.ts";
import { manyOperations } from "./support/demo-operations.ts";
import { useExplorer } from "./support/use-explorer.ts";

const VISITS = 3;
/** The limit, in bytes, for everything that the page loads before its first use, except data. */
const LARGEST_LOAD = 200_000;

describe.skipIf(isLeftOut("chromium"))("with 5,000 operations", () => {
  const explorer = useExplorer();
  const operations = manyOperations(5000);

  test("the first load is small; its times are printed", async () => {
    const server = await explorer.startServer({ operations });
    const visits: FirstLoad[] = [];
    let files: readonly string[] = [];
    for (let visit = 0; visit < VISITS; visit++) {
      // A new context has an empty cache.
      const { page } = await explorer.visit({ server });
      await page.getByText("5,011 operations", { exact: true }).waitFor();
      visits.push(await page.evaluate(readFirstLoad));
      files = await page.evaluate(readFiles);
    }
    const sizes = await Promise.all(files.map(async (url) => new Uint8Array(await (await fetch(url)).arrayBuffer())));
    const bytes = sum(sizes.map(({ length }) => length));
    const zipped = sum(sizes.map((content) => gzipSync(content).length));
    const of = (name: keyof FirstLoad): number[] => visits.map((visit) => visit[name]);
    print(`first load, ${VISITS} visits with an empty cache, median (worst)`, {
      "first contentful paint": times(of("paint")),
      "largest contentful paint": times(of("largest")),
      "all operations in the list": times(of("listed")),
      [`${files.length} files of the page`]: `${bytes} bytes, ${zipped} with gzip`,
      "everything, as transferred": `${Math.max(...of("transferred"))} bytes, with the list of operations`,
    });
    expect(files.length).toBeGreaterThan(2);
    expect(zipped).toBeLessThan(LARGEST_LOAD);
  });

  test("the times of each key are printed, for the search, the palette and the tree", async () => {
    const { page } = await explorer.visit({ operations });
    await page.getByText("5,011 operations", { exact: true }).waitFor();
    const measure = await keyTimes(page);
    const keys = "peration432 even things".split("");
    await page.keyboard.press("/");
    await page.keyboard.type("o");
    await page.getByText(/of 5,011 operations/).waitFor();
    const search = await measure(keys);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("op");
    await page.getByRole("option").first().waitFor();
    const palette = await measure(keys);
    await page.keyboard.press("Escape");
    await page.getByRole("tree", { name: "Operations by namespace" }).focus();
    const tree = await measure(
      Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? "ArrowRight" : "ArrowDown")),
    );
    print("each key", { search, palette, tree });
    expect(await page.getByRole("treeitem", { name: /^operation/ }).count()).toBeGreaterThan(0);
  });
});

interface FirstLoad {
  /** Milliseconds since the navigation began. */
  readonly paint: number;
  readonly largest: number;
  readonly listed: number;
  /** Bytes. */
  readonly transferred: number;
}

/** What the browser has recorded by the time the list appears. */
async function readFirstLoad(): Promise<FirstLoad> {
  const listed = performance.now();
  const entries = performance.getEntries() as Array<PerformanceEntry & { transferSize?: number }>;
  const paint = entries.find(({ name }) => name === "first-contentful-paint")?.startTime ?? NaN;
  const largest = await new Promise<number>((resolve) => {
    const observer = new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? NaN));
    observer.observe({ type: "largest-contentful-paint", buffered: true });
  });
  const transferred = entries.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0);
  return { paint, largest, listed, transferred };
}

/** The page and its files. Requests to the hub are data. */
function readFiles(): string[] {
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  return [location.origin + location.pathname, ...loaded.filter((url) => url.includes("/explorer/"))];
}

/** A fast typist, but slower than the pause after which the search starts, so that each key is a search. */
const PAUSE_MS = 100;

/** Presses keys, and reports the processor time of each, and the longest time the page stood still. */
async function keyTimes(page: Page): Promise<(keys: readonly string[]) => Promise<string>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const spent = async (): Promise<number> => {
    const { metrics } = await session.send("Performance.getMetrics");
    return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? NaN);
  };
  await page.evaluate(() => {
    const noted = { longest: 0 };
    Object.assign(globalThis, { noted });
    const note = (list: PerformanceObserverEntryList): void => {
      for (const { duration } of list.getEntries()) noted.longest = Math.max(noted.longest, duration);
    };
    new PerformanceObserver(note).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
    new PerformanceObserver(note).observe({ type: "longtask" });
  });
  const longest = async (): Promise<number> =>
    await page.evaluate(() => {
      const { noted } = globalThis as unknown as { noted: { longest: number } };
      const { longest: before } = noted;
      noted.longest = 0;
      return before;
    });
  return async (keys) => {
    await longest();
    const before = await spent();
    for (const key of keys) {
      await page.keyboard.press(key === " " ? "Space" : key);
      await page.waitForTimeout(PAUSE_MS);
    }
    const each = ((await spent()) - before) / keys.length;
    const stood = Math.round(await longest());
    return `${each.toFixed(1)} ms of the processor; ${stood === 0 ? "under 16" : stood} ms from a key to the next frame at worst`;
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function times(values: readonly number[]): string {
  const sorted = values.toSorted((one, other) => one - other).map(Math.round);
  return `${sorted[Math.floor(sorted.length / 2)]} ms (${sorted.at(-1)} ms)`;
}

function print(title: string, figures: Readonly<Record<string, string>>): void {
  const lines = Object.entries(figures).map(([name, value]) => `  ${name}: ${value}`);
  console.log([`${title}; load ${loadavg()[0]?.toFixed(1)}`, ...lines].join("\n"));
}
