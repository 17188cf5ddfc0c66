import { useEffect, useState } from "preact/hooks";

type Loaded<T> = { readonly value: T } | { readonly error: unknown };

/** The result of `load` for the newest key; undefined until it arrives. */
export function useLoaded<T>(load: () => Promise<T>, key: unknown): Loaded<T> | undefined {
  const [loaded, setLoaded] = useState<{ readonly key: unknown; readonly result: Loaded<T> }>();
  useEffect(() => {
    let isWanted = true;
    load().then(
      (value) => isWanted && setLoaded({ key, result: { value } }),
      (error: unknown) => isWanted && setLoaded({ key, result: { error } }),
    );
    return () => {
      isWanted = false;
    };
  }, [key]);
  return loaded?.key === key ? loaded?.result : undefined;
}
