import { formatCount } from "../../data/format.ts";
import { routeHash, routeOfOperation } from "../../state/page-router.ts";
import { useApp } from "../controls/app-context.ts";
import { openList } from "../controls/open-list.ts";
import { TypeChip } from "../controls/type-chip.tsx";
import type { ListedOperation } from "../../api/contract.ts";

type OperationType = ListedOperation["type"];

const types: readonly OperationType[] = ["QUERY", "MUTATION", "SUBSCRIPTION"];

export function StartPage() {
  const app = useApp();
  const { catalogue, history, session } = app;
  const operations = catalogue.operations.value ?? [];
  const state = session.state.value;
  const identity = state.step === "in" ? state.info.identity : null;
  const countOf = (type: OperationType): number => operations.filter((operation) => operation.type === type).length;
  const recent = history.entries.value.slice(0, 5);
  return (
    <div class="page start">
      <h1>What would you like to call?</h1>
      <p class="lead">
        {identity === null ? (
          "Without a key,"
        ) : (
          <>
            As <strong>{identity.id}</strong>,
          </>
        )}{" "}
        you may call {formatCount(operations.length, "operation")}.{" "}
        <span class="only-wide">
          Choose one from the list, or press <kbd>/</kbd> to search.
        </span>
      </p>
      <button type="button" class="button primary only-narrow" onClick={() => openList(app)}>
        Choose an operation
      </button>
      <ul class="counts">
        {types.map((type) => (
          <li key={type}>
            <span class="count">{countOf(type).toLocaleString("en")}</span>
            <TypeChip type={type} isPlural={countOf(type) !== 1} />
          </li>
        ))}
      </ul>
      {recent.length > 0 && (
        <section aria-labelledby="recent">
          <h2 id="recent">Recent runs</h2>
          <ul class="plain-list">
            {recent.map(({ key, operationId }) => (
              <li key={key}>
                <a class="mono" href={routeHash(routeOfOperation(operationId))}>
                  {operationId}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
