import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      { test: { name: "unit", include: ["src/**/*.test.ts"] } },
      {
        test: {
          name: "suites",
          include: ["tests/{conformance,contract,mcp,mcp-conformance,support}/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          // These run against dist: `npm run build` comes first.
          name: "built",
          include: ["tests/{surface,runtimes,seeds,docs}/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
