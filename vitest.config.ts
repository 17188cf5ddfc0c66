import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tests/support/longest-first.ts";

// Vitest's default of one second is too short for a machine that is busy or pauses.
const patience = { poll: { timeout: 20_000, interval: 20 } };

/**
 * These projects wait for servers and processes more than others do. Projects with another number are another group.
 */
const suites = {
  expect: patience,
  // For tests that hang, not for those that a busy machine slows down.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  maxWorkers: 3,
  sequence: { groupOrder: 1 },
};

const onBuild = { expect: patience, testTimeout: 240_000, hookTimeout: 240_000 };

const measured = "tests/lock/long-work.test.ts";

export default defineConfig({
  test: {
    // Tests wait more than they compute: for processes, servers and deadlines. By default, Vitest would leave one core
    // idle.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Projects and processes share what Vite has transformed, by the text of each file. Each would transform `src` again.
    experimental: { fsModuleCache: true, fsModuleCachePath: ".cache/vitest" },
    projects: [
      {
        test: {
          name: "unit",
          expect: patience,
          include: ["src/**/*.test.ts", "explorer/src/**/*.test.ts"],
          // A separate process for each of 300 files takes more time than the tests. They share two processes, and
          // therefore modules.
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "suites",
          ...suites,
          include: [
            "tests/{bench,conformance,contract,house,hub,lock,mcp,mcp-conformance,mcp-fleet,openapi-out,logins,release,search,support,tools,vault}/*.test.ts",
          ],
          exclude: [measured],
          isolate: false,
        },
      },
      {
        test: {
          // These measure their own process, so each file has one.
          name: "measured",
          ...suites,
          include: ["tests/{attacks,chaos}/*.test.ts", measured],
        },
      },
      {
        test: {
          // These run against dist: `npm run build` comes first.
          name: "built",
          ...onBuild,
          include: ["tests/{bridge,cli,deploy,runtimes,seeds,soak,surface}/**/*.test.ts"],
        },
      },
      {
        test: {
          // The texts and samples that users read, compiled and run, also against dist.
          name: "docs",
          ...onBuild,
          include: ["tests/{declarations,docs}/**/*.test.ts"],
        },
      },
      {
        test: {
          // Each file starts a browser. They run one after another: together they would only slow each other down.
          name: "e2e",
          expect: patience,
          include: ["tests/e2e/*.test.ts"],
          globalSetup: "tests/e2e/support/built-explorer.ts",
          isolate: false,
          // Some tests visit a dozen views, and check each.
          testTimeout: 180_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
