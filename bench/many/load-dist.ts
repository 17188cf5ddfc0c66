/** The built package. Its types come from the source, so that type checks need no build. */
export async function loadDist<TModule>(name: string): Promise<TModule> {
  return (await import(`../../dist/${name}.js`)) as TModule;
}
