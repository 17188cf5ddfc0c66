import { useEffect, useState } from "preact/hooks";
import { adviceFor } from "../../api/advice-for.ts";

/** What the user can do about an error, if anything. */
export function Advice({ error }: { readonly error: unknown }) {
  const [advice, setAdvice] = useState<string>();
  useEffect(() => {
    let isShown = true;
    void Promise.resolve(adviceFor(error))
      // Without the table the message has to do.
      .catch(() => undefined)
      .then((found) => isShown && setAdvice(found));
    return () => {
      isShown = false;
    };
  }, [error]);
  return advice === undefined ? null : <p>{advice}</p>;
}
