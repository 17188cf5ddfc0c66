import { effect } from "@preact/signals";
import type { HistoryEntry } from "../../state/history.ts";
import { useApp } from "../controls/app-context.ts";

/** Opens an operation with an input of earlier, and runs it if wanted and if all of the input is there. */
export function useOpenEntry(): (entry: HistoryEntry, runs: boolean) => void {
  const { workbench, router } = useApp();
  return ({ operationId, input, isCut, lacksSecret }, runs) => {
    const state = workbench.open(operationId);
    router.go({ page: "operation", id: operationId });
    if (isCut === true) return;
    // As soon as the operation is loaded; once.
    const stop = effect(() => {
      if (state.value.step === "loading") return;
      const { value } = state;
      queueMicrotask(() => {
        stop();
        if (value.step !== "ready") return;
        value.bench.input.replace(input);
        if (runs && lacksSecret !== true) void value.bench.run();
      });
    });
  };
}
