/** Reports what keeps a changelog (in the form of Keep a Changelog) from describing the release of a version. */
export function changelogProblems(text: string, version: string): string[] {
  const sections = text.split(/^(?=## )/m).slice(1);
  const unreleased = sections.findIndex((section) => section.startsWith("## [Unreleased]"));
  const released = sections.findIndex((section) => section.startsWith(`## [${version}]`));
  const [heading = "", ...lines] = (sections[released] ?? "").split("\n");
  return [
    ...(unreleased === 0 ? [] : ["CHANGELOG.md does not begin with the section `## [Unreleased]`"]),
    ...(released === -1 ? [`CHANGELOG.md has no section for ${version}`] : []),
    ...(released === -1 || /^## \[[^\]]+\] - \d{4}-\d{2}-\d{2}$/.test(heading)
      ? []
      : [`the heading of ${version} is not \`## [${version}] - YYYY-MM-DD\``]),
    ...(released !== -1 && !lines.some((line) => line.startsWith("- "))
      ? [`the section of ${version} lists no change`]
      : []),
    ...(released > 1 ? [`${version} is not the newest version of CHANGELOG.md`] : []),
  ];
}
