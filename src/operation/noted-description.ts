import { deprecationNote, toDeprecation } from "../shared/deprecation.ts";
import type { OperationSpec } from "./operation-spec.ts";

/** The description for readers who see no other member: if the operation is deprecated, a note on that comes first. */
export function notedDescription({ description, deprecated }: OperationSpec): string {
  const deprecation = toDeprecation(deprecated);
  if (deprecation === undefined) return description;
  return [deprecationNote(deprecation), description].filter((text) => text !== "").join("\n\n");
}
