import { defineConfig } from "vitest/config";

// Vitest's own second would be over before a busy machine, or one that pauses, gets to what is waited for.
const patience = { poll: { timeout: 20_000, interval: 20 } };

export default defineConfig({
  test: {
    // Tests wait more than they compute: for processes, servers and deadlines. Vitest would leave a core alone.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: "unit",
          expect: patience,
          include: ["src/**/*.test.ts", "explorer/src/**/*.test.ts"],
          // For tests that hang, not for those that a busy machine slows down.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // They leave nothing behind, so that they can share a process, and what was loaded into it.
          isolate: false,
        },
      },
      {
        test: {
          name: "suites",
          expect: patience,
          include: [
            "tests/{attacks,bench,chaos,conformance,contract,house,hub,mcp,mcp-conformance,openapi-out,release,support}/*.test.ts",
          ],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          // These run against dist: `npm run build` comes first.
          name: "built",
          expect: patience,
          include: ["tests/{bridge,cli,docs,runtimes,seeds,soak,surface}/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          // A browser each: one after the other, or they would only wait for each other.
          name: "e2e",
          expect: patience,
          include: ["tests/e2e/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
