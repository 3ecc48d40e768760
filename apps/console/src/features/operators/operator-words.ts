import type { StaffAnswer } from '@thumba/contract/staff/wire';

export type OperatorRow = StaffAnswer<'listOperators'>['items'][number];
export type OperatorAccount = OperatorRow['accounts'][number];
export type Switching = 'stop' | 'start';

/** How many of the payments that have ended succeeded. */
export function successText({ succeeded, failed }: OperatorAccount): string {
  const ended = succeeded + failed;
  if (ended === 0) return 'no payment ended';
  return `${Math.floor((succeeded / ended) * 100)} %, ${succeeded} of ${ended}`;
}
