import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      { test: { name: "unit", include: ["src/**/*.test.ts"] } },
      {
        test: {
          name: "suites",
          include: ["tests/{conformance,contract,seeds,examples}/**/*.test.ts"],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: "built",
          include: ["tests/{surface,runtimes}/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
