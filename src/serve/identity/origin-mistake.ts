/** Why a text is not the origin of pages; undefined if it is one. */
export function findOriginMistake(origin: string): string | undefined {
  if (URL.canParse(origin) && new URL(origin).origin === origin) return undefined;
  return `${JSON.stringify(origin)} is not an origin: write it like https://app.example, without a path`;
}
