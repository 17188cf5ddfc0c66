/** The command that installs missing packages. It depends on how this package was installed. */
export function installCommand(...packages: readonly string[]): string {
  // Some bundles have no `import.meta.url`.
  return installCommandOf((import.meta as { url?: string }).url ?? "", packages);
}

/** `own`: the address of this module. */
export function installCommandOf(own: string, packages: readonly string[], here = workingFolder): string {
  const names = packages.join(" ");
  if (/\/_npx\//.test(own)) {
    return `npx ${["@alkdev/operations", ...packages].map((name) => `-p ${name}`).join(" ")} operations …`;
  }
  if (isGlobal(own)) return `npm install -g ${names}`;
  const folder = projectOf(own);
  const isHere = folder === undefined || folder === here();
  return isHere ? `npm install ${names}` : `npm install --prefix ${JSON.stringify(folder)} ${names}`;
}

function workingFolder(): string | undefined {
  return (globalThis as { process?: typeof process }).process?.cwd();
}

/** The folder of the project that this package is installed for. It finds other packages only there. */
function projectOf(url: string): string | undefined {
  const [, folder] = /^file:\/\/(.*?)\/node_modules\/(?:.*\/)?@alkdev\/operations\//.exec(url) ?? [];
  return folder === undefined ? undefined : decodeURIComponent(folder);
}

/** As npm lays out global packages: `<prefix>/lib/node_modules`, on Windows `<prefix>/npm/node_modules`. */
function isGlobal(url: string): boolean {
  return /\/(?:lib|npm)\/node_modules\/@alkdev\/operations\//.test(url);
}
