import { describe, expect, it } from "vitest";
import { changelogProblems } from "../../scripts/release/check-changelog.ts";

const good = `# Changelog

## [Unreleased]

## [0.2.0] - 2026-11-16

### Added

- Something

## [0.1.0] - 2026-10-01

- The first release
`;

describe("when a version is about to be released", () => {
  it("accepts a changelog with a dated section for it", () => {
    expect(changelogProblems(good, "0.2.0")).toEqual([]);
  });

  it("refuses a changelog without the version", () => {
    expect(changelogProblems(good, "0.3.0")).toEqual(["CHANGELOG.md has no section for 0.3.0"]);
  });

  it("refuses a section without a date", () => {
    const undated = good.replace(" - 2026-11-16", "");
    expect(changelogProblems(undated, "0.2.0")).toEqual(["the heading of 0.2.0 is not `## [0.2.0] - YYYY-MM-DD`"]);
  });

  it("refuses an empty section", () => {
    expect(changelogProblems(good.replace("- Something\n", ""), "0.2.0")).toEqual([
      "the section of 0.2.0 lists no change",
    ]);
  });

  it("refuses a version that is not the newest", () => {
    expect(changelogProblems(good, "0.1.0")).toEqual(["0.1.0 is not the newest version of CHANGELOG.md"]);
  });

  it("requires a section for what comes next", () => {
    expect(changelogProblems(good.replace("## [Unreleased]\n", ""), "0.2.0")).toEqual([
      "CHANGELOG.md does not begin with the section `## [Unreleased]`",
    ]);
  });
});
