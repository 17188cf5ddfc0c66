import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

const axeFile = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** For tests that check many pages: on a busy machine, axe takes seconds for each. */
export const SLOW = { timeout: 240_000 };

/**
 * The serious and critical findings of axe. Its code is injected, so only this test bypasses the policy. Each test that
 * looks at a dark page looks at the light one too, and only the contrast of their colours can differ.
 */
export async function seriousProblems(page: Page): Promise<string[]> {
  if (await page.evaluate(() => !("axe" in window))) await page.evaluate(await readFile(axeFile, "utf8"));
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, {
    resultTypes: ["violations"],
    ...(matchMedia("(prefers-color-scheme: dark)").matches ? { runOnly: ["color-contrast"] } : {}),
  })`);
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(" ")} ${failureSummary ?? ""}`).join("; ")}`,
    );
}

/** In light colours, and then in dark ones. */
export async function problemsInBothColours(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    found.push(...(await seriousProblems(page)).map((problem) => `${colorScheme}: ${problem}`));
  }
  await page.emulateMedia({ colorScheme: "light" });
  return found;
}
