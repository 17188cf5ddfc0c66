import { relative } from "node:path";
import type { TestSpecification } from "vitest/node";
import { BaseSequencer } from "vitest/node";

/** The files that take longest, some of them two minutes. */
const longest = [
  "src/hub/unread-answers.test.ts",
  "tests/chaos/chaos.test.ts",
  "tests/tools/real-documents.test.ts",
  "tests/conformance/openapi-documents.test.ts",
  "tests/mcp-conformance/mcp-client.test.ts",
  "tests/conformance/hostile-schemas.test.ts",
  "tests/mcp-fleet/mcp-fleet.test.ts",
  "tests/contract/vault-stores.test.ts",
  "tests/tools/lowering.test.ts",
  "tests/house/rooms.test.ts",
  "tests/logins/caller-logins.test.ts",
  "tests/lock/long-work.test.ts",
  "tests/contract/links.test.ts",
  "tests/declarations/real-documents.test.ts",
  "tests/declarations/every-source.test.ts",
  "tests/declarations/published.test.ts",
  "tests/docs/site.test.ts",
  "tests/cli/piped.test.ts",
  "tests/bridge/bridge.test.ts",
  "tests/cli/other-commands.test.ts",
  "tests/cli/login.test.ts",
];

/**
 * Starts the longest test files first, so that none runs alone at the end while the other workers have nothing to do.
 * Vitest knows that only after a first run, and a fresh checkout has none.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification): number => {
      const index = longest.indexOf(relative(this.ctx.config.root, moduleId));
      return index === -1 ? longest.length : index;
    };
    return sorted.sort((one, other) => rank(one) - rank(other));
  }
}
