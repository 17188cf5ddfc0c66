import { deprecationText } from "../../../../src/shared/deprecation.ts";
import type { Deprecation } from "../../../../src/shared/deprecation.ts";
import { routeHash } from "../../state/page-router.ts";
import { useApp } from "../hooks/app-context.ts";

/** Why callers should stop using an operation, and a link to its successor if the user may call that. */
export function DeprecationNote({ deprecation }: { readonly deprecation: Deprecation }) {
  const { successor, ...others } = deprecation;
  const text = deprecationText(others);
  const { catalogue } = useApp();
  const isListed = catalogue.operations.value?.some(({ id }) => id === successor) === true;
  return (
    <div class="notice warn" role="note" aria-label="Deprecated">
      <p>
        <strong>Deprecated.</strong>{" "}
        {successor !== undefined && (
          <>
            Use{" "}
            {isListed ? (
              <a class="mono" href={routeHash({ page: "operation", id: successor })}>
                {successor}
              </a>
            ) : (
              <code>{successor}</code>
            )}{" "}
            instead.
          </>
        )}
      </p>
      {text !== "" && <p>{text}</p>}
    </div>
  );
}
