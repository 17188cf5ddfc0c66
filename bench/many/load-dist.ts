/** The built package: its types come from the source, so that nothing has to be built to check them. */
export async function loadDist<TModule>(name: string): Promise<TModule> {
  return (await import(`../../dist/${name}.js`)) as TModule;
}
