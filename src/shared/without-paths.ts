/** An absolute path of a file, or the URL of one. The path of a web address does not count. */
const PATH = /file:\/\/[^\s"'`]+|(?<![\w:/\\.~-])(?:[A-Za-z]:)?(?:[/\\][^\s/\\:"'`,;()]+){2,}/g;

/** A text in which files have only their names: where they are concerns the people who run this machine. */
export function withoutPaths(text: string): string {
  return text.replace(PATH, (path) => path.split(/[/\\]/).at(-1) ?? "");
}
