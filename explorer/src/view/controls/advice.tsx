import { adviceFor, isDocumented } from "../../api/advice-for.ts";
import { ApiError } from "../../api/api-error.ts";
import { DocLink } from "./doc-link.tsx";
import { useLoaded } from "../hooks/use-loaded.ts";

/**
 * What the user can do about an error, if anything, and where to read more. Without the table, the page shows only the
 * message.
 */
export function Advice({ error }: { readonly error: unknown }) {
  const code = error instanceof ApiError ? error.code : "";
  const advice = useLoaded(async () => await adviceFor(error), error);
  const documented = useLoaded(() => isDocumented(code), code);
  const words = advice !== undefined && "value" in advice ? advice.value : undefined;
  const hasPage = documented !== undefined && "value" in documented && documented.value;
  if (words === undefined && !hasPage) return null;
  return (
    <p>
      {words}{" "}
      {hasPage && (
        <DocLink to="errors" anchor={code} class="link">
          About this error
        </DocLink>
      )}
    </p>
  );
}
