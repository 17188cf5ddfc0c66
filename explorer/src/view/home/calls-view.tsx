import type { HubActivity, ListedOperation } from "../../api/contract.ts";
import { routeHash, routeOfOperation } from "../../state/page-router.ts";
import { useApp } from "../hooks/app-context.ts";
import { CallList } from "./call-list.tsx";
import { HourView } from "./hour-view.tsx";

/**
 * The calls of the hub: the last hour, failing calls and recent calls. Before the first call, it explains how to make
 * one.
 */
export function CallsView({ activity }: { readonly activity: HubActivity }) {
  const { hour, inFlight = 0, failed, recent, callers } = activity;
  const isEmpty = (hour?.total.calls ?? 0) + inFlight + failed.length + recent.length === 0;
  if (isEmpty) return <FirstCall />;
  return (
    <>
      {hour !== undefined && <HourView hour={hour} inFlight={inFlight} />}
      <div class="home-columns">
        <CallList
          title={callers === "all" ? "Failing calls" : "Your failing calls"}
          empty="No call has failed."
          calls={failed}
        />
        <CallList
          title={callers === "all" ? "Recent calls" : "Your recent calls"}
          empty="No calls yet."
          calls={recent}
        />
      </div>
    </>
  );
}

function FirstCall() {
  const { catalogue } = useApp();
  const first = harmlessOf(catalogue.operations.value ?? []);
  return (
    <section class="home-section" aria-labelledby="calls">
      <h2 id="calls">Calls</h2>
      <p class="first-call">
        No calls yet. They appear here as they happen, with errors and latency. To make the first one,{" "}
        {first === undefined ? (
          "choose an operation"
        ) : (
          <>
            open{" "}
            <a class="mono" href={routeHash(routeOfOperation(first.id))}>
              {first.id}
            </a>
          </>
        )}{" "}
        and press <strong>Run</strong>.
      </p>
    </section>
  );
}

/** An operation that changes nothing. */
function harmlessOf(operations: readonly ListedOperation[]): ListedOperation | undefined {
  return operations.find(({ type, deprecated }) => type === "QUERY" && deprecated === undefined);
}
