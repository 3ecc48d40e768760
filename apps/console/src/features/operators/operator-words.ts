import type { StaffAnswer } from '@thumba/contract/staff/wire';

export type OperatorRow = StaffAnswer<'listOperators'>['items'][number];
export type OperatorAccount = OperatorRow['accounts'][number];
export type Switching = 'stop' | 'start';

/** The share of the payments that have ended which succeeded: "75 %". */
export function successText({ succeeded, failed }: OperatorAccount): string {
  const ended = succeeded + failed;
  return ended === 0 ? '–' : `${Math.floor((succeeded / ended) * 100)} %`;
}

/** How many of the payments that have ended succeeded: "3 of 4". */
export function endedText({ succeeded, failed }: OperatorAccount): string {
  const ended = succeeded + failed;
  return ended === 0 ? 'none ended' : `${succeeded} of ${ended}`;
}
