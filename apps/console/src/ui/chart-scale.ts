/** The marks of an axis of amounts: round numbers that include zero, so that bars can be compared. */
export type Scale = { bottom: number; top: number; marks: readonly number[] };

const STEPS = [1, 2, 2.5, 5, 10];
const MARKS = 4;

/** The scale that holds these values. */
export function scaleOf(values: readonly number[]): Scale {
  const least = Math.min(0, ...values);
  const most = Math.max(0, ...values);
  // Where every value is zero there is no step to mark.
  if (least === most) return { bottom: 0, top: 1, marks: [0] };
  const span = most - least;
  const unit = 10 ** Math.floor(Math.log10(span / MARKS));
  const step = unit * STEPS.find((factor) => unit * factor * MARKS >= span)!;
  const first = Math.floor(least / step);
  const last = Math.max(first + 1, Math.ceil(most / step));
  const marks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
  return { bottom: marks[0]!, top: marks.at(-1)!, marks };
}

/** Every how many labels one is drawn, so that they do not touch. */
export function labelStep(count: number, width: number, widthOfLabel: number): number {
  return Math.max(1, Math.ceil((count * widthOfLabel) / Math.max(1, width)));
}
