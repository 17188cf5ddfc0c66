import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Failure } from "./failure.tsx";

/** A page whose code is loaded when it is first shown: the first view need not wait for it. */
export function lazyPage<TProps extends object>(load: () => Promise<ComponentType<TProps>>): ComponentType<TProps> {
  let loaded: ComponentType<TProps> | undefined;
  return function LazyPage(props: TProps) {
    const [Page, setPage] = useState(() => loaded);
    const [failure, setFailure] = useState<unknown>(undefined);
    useEffect(() => {
      if (Page !== undefined) return;
      load().then((page) => {
        loaded = page;
        setPage(() => page);
      }, setFailure);
    }, [Page]);
    if (failure !== undefined) return <Failure error={failure} />;
    return Page === undefined ? <p class="loading">Loading…</p> : <Page {...props} />;
  };
}
