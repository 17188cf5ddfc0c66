/** Why a source does not work, and where the config has what that is about. */
export function troubleOf(error: string, where: string | undefined): string {
  return where === undefined ? error : `${where}: ${error}`;
}
