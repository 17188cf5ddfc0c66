/** A choice as people type it. */
export function choiceText(choice: unknown): string {
  return typeof choice === "string" ? choice : JSON.stringify(choice);
}
