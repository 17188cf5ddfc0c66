import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shortNames } from "./short-names.ts";

describe("long names in a list", () => {
  test("keep their beginning and their end", () => {
    const org = "actions_add_custom_labels_to_self_hosted_runner_for_organisation";
    const repo = "actions_add_custom_labels_to_self_hosted_runner_for_repository";
    expect([...shortNames([org, repo, "short"], 28)]).toEqual([
      [org, "actions_add_cu…_organisation"],
      [repo, "actions_add_cu…or_repository"],
    ]);
  });

  test("show where they differ, if that is in the middle", () => {
    const one = "repos_list_the_pull_request_comments_of_the_whole_repository";
    const other = "repos_list_the_pull_request_reactions_of_the_whole_repository";
    const short = shortNames([one, other], 28);
    expect(short.get(one)).toBe("repos_…comments_of_th…sitory");
    expect(short.get(other)).toBe("repos_…reactions_of_t…sitory");
  });

  test("are never cut to the same text, nor to the text of another name", () => {
    const name = fc.array(fc.constantFrom("a", "b", "_", "list"), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(
        fc.uniqueArray(
          name.map((parts) => parts.join("")),
          { maxLength: 60 },
        ),
        (names) => {
          const short = shortNames(names, 20);
          const shown = names.map((each) => short.get(each) ?? each);
          expect(new Set(shown).size).toBe(names.length);
          for (const text of short.values()) expect(text.length).toBeLessThanOrEqual(20);
        },
      ),
    );
  });
});
