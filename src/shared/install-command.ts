/** The command that installs missing packages. It depends on how this package was installed. */
export function installCommand(...packages: readonly string[]): string {
  const names = packages.join(" ");
  // Some bundles have no `import.meta.url`.
  const own = (import.meta as { url?: string }).url ?? "";
  if (/\/_npx\//.test(own)) {
    return `npx ${["@alkdev/operations", ...packages].map((name) => `-p ${name}`).join(" ")} operations …`;
  }
  return isGlobal(own) ? `npm install -g ${names}` : `npm install ${names}`;
}

/** As npm lays out global packages: `<prefix>/lib/node_modules`, on Windows `<prefix>/npm/node_modules`. */
function isGlobal(url: string): boolean {
  return /\/(?:lib|npm)\/node_modules\/@alkdev\/operations\//.test(url);
}
