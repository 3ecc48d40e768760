/**
 * How sure a field is after it was read a second time, from a larger picture of its line alone. Two readings that were
 * made in different ways and agree are seldom both wrong. If they differ, neither is believed.
 */
export function confidenceOfTwo(
  first: { text: string; confidence: number },
  second: { text: string; confidence: number } | undefined,
): number {
  if (second === undefined) return first.confidence * UNCONFIRMED;
  if (second.text !== first.text) return Math.min(first.confidence, second.confidence) * CONTRADICTED;
  return 1 - (1 - first.confidence) * (1 - second.confidence);
}

const UNCONFIRMED = 0.6;
const CONTRADICTED = 0.3;
