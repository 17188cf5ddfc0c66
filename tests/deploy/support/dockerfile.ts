/** A Dockerfile, as far as ours goes: instructions over several lines, lists in JSON, no stages. */
export interface Dockerfile {
  /** The texts of all instructions of a kind (`RUN`), in order. */
  all(name: string): string[];
  /** The text of the only instruction of a kind. */
  one(name: string): string;
  /** The list of the only instruction of a kind: `CMD ["a", "b"]`. */
  list(name: string): string[];
  readonly env: Readonly<Record<string, string>>;
}

export function readDockerfile(text: string): Dockerfile {
  const lines = text
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll(/\\\n\s*/g, "")
    .split("\n");
  const instructions = lines.filter((line) => line.trim() !== "").map((line) => /^([A-Z]+)\s+(.*)$/.exec(line));
  const all = (name: string): string[] =>
    instructions.filter((each) => each?.[1] === name).map((each) => each?.[2] ?? "");
  const one = (name: string): string => {
    const [found, ...more] = all(name);
    if (found === undefined || more.length > 0) throw new Error(`the Dockerfile does not have exactly one ${name}`);
    return found;
  };
  return {
    all,
    one,
    list: (name) => JSON.parse(one(name)) as string[],
    env: Object.fromEntries(
      one("ENV")
        .split(/\s+/)
        .map((pair) => pair.split("=", 2) as [string, string]),
    ),
  };
}
