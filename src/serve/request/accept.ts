/** What a client accepts. */

/** Characters of a header that are read. */
const LONGEST_HEADER = 1000;

/** The weight of every name in a header such as `Accept`, in lower case: `br;q=0.5` is 0.5. */
export function weightsOf(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.slice(0, LONGEST_HEADER).split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)) || 0);
  }
  return weights;
}

/** Whether the client prefers events to JSON. A client that accepts both equally, or anything, gets JSON. */
export function prefersEvents(accepted: string): boolean {
  const weights = weightsOf(accepted);
  return (weights.get("text/event-stream") ?? 0) > weightOfJSON(weights);
}

/** Whether the client takes events at all. */
export function takesEvents(accepted: string): boolean {
  const weights = weightsOf(accepted);
  return (weights.get("text/event-stream") ?? weights.get("text/*") ?? weights.get("*/*") ?? 0) > 0;
}

/** Whether the client takes JSON, too. */
export function takesJSON(accepted: string | undefined): boolean {
  return accepted === undefined || weightOfJSON(weightsOf(accepted)) > 0;
}

function weightOfJSON(weights: ReadonlyMap<string, number>): number {
  return weights.get("application/json") ?? weights.get("application/*") ?? weights.get("*/*") ?? 0;
}
