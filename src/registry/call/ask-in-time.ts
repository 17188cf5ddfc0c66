import { CallError } from "../../errors/call-error.ts";
import type { Elicit, ElicitationAnswer } from "../../operation/caller-request.ts";
import { Cancellation } from "../../shared/time/cancellation.ts";
import { onDeadline } from "../../shared/time/deadline-timer.ts";

/** How long a person has for an answer, unless the registry says otherwise. Milliseconds. */
const DEFAULT_TIMEOUT = 600_000;

/**
 * Asks a person. The time that a person takes is not the call's: `hold` stops the clock of the call, and a limit of its
 * own ends the question.
 */
export function askInTime(ask: Elicit, hold: () => () => void, timeout = DEFAULT_TIMEOUT): Elicit {
  const askWithin: Elicit = (request, options) => {
    const question = new Cancellation();
    question.followSignal(options.signal);
    const stopTimer = onDeadline(performance.now() + timeout, () => question.cancel(unanswered(timeout)));
    const release = hold();
    const asked = async (): Promise<ElicitationAnswer> => {
      try {
        if (question.reason !== undefined) throw question.reason;
        const answer = ask(request, { ...options, signal: question.signal });
        return answer instanceof Promise ? await question.race(answer) : answer;
      } catch (thrown) {
        // The handler gets its own reason back.
        throw thrown === question.reason && options.signal.aborted ? options.signal.reason : thrown;
      } finally {
        stopTimer();
        question.release();
        release();
      }
    };
    const answer = asked();
    // The handler may have stopped waiting: an unhandled rejection would end the process.
    answer.catch(() => undefined);
    return answer;
  };
  return ask.capability === undefined ? askWithin : Object.assign(askWithin, { capability: ask.capability });
}

function unanswered(timeout: number): CallError {
  const message = `Nobody has answered the question within ${timeout} ms.`;
  return new CallError("TIMEOUT", message, undefined, { phase: "started" });
}
