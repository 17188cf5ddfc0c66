/** A parameter's name, and where it goes. */
export interface PlacedName {
  readonly name: string;
  readonly in: string;
}

/**
 * The names of parameters in the input: each its own, unless two share it, or it is `body` beside a body, or it is
 * `__proto__`: then it is `in_name`, such as `query_id`.
 */
export function inputNames(parameters: readonly PlacedName[], hasBody: boolean): readonly string[] {
  const isClear = ({ name }: PlacedName, index: number): boolean =>
    name !== "__proto__" &&
    !(hasBody && name === "body") &&
    parameters.every((other, otherIndex) => other.name !== name || otherIndex === index);
  const names = parameters.map((parameter, index) => (isClear(parameter, index) ? parameter.name : undefined));
  if (!names.includes(undefined)) return names as string[];
  const taken = new Set<string | undefined>(names).add("body");
  return names.map((name, index) => {
    if (name !== undefined) return name;
    const parameter = parameters[index]!;
    let distinct = `${parameter.in}_${parameter.name}`;
    while (taken.has(distinct)) distinct += "_";
    taken.add(distinct);
    return distinct;
  });
}
