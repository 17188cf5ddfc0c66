import { useEffect, useState } from "preact/hooks";
import { adviceFor, isDocumented } from "../../api/advice-for.ts";
import { ApiError } from "../../api/api-error.ts";
import { DocLink } from "./doc-link.tsx";

/** What the user can do about an error, if anything, and where to read more. */
export function Advice({ error }: { readonly error: unknown }) {
  const code = error instanceof ApiError ? error.code : "";
  const advice = useOrNothing(() => adviceFor(error), error);
  const hasPage = useOrNothing(() => isDocumented(code), code) === true;
  if (advice === undefined && !hasPage) return null;
  return (
    <p>
      {advice}{" "}
      {hasPage && (
        <DocLink to="errors" anchor={code} class="link">
          About this error
        </DocLink>
      )}
    </p>
  );
}

/** What `load` gives. Without the table of errors the message has to do. */
function useOrNothing<T>(load: () => T | Promise<T>, about: unknown): T | undefined {
  const [loaded, setLoaded] = useState<T>();
  useEffect(() => {
    let isShown = true;
    void Promise.resolve(load())
      .catch(() => undefined)
      .then((found) => isShown && setLoaded(() => found));
    return () => {
      isShown = false;
    };
  }, [about]);
  return loaded;
}
