import type { StaffAnswer } from '@thumba/contract/staff/wire';

export type OperatorRow = StaffAnswer<'listOperators'>['items'][number];
export type OperatorAccount = OperatorRow['accounts'][number];

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

/** Both in a few words: "75 % succeeded". */
export function endedShareText(account: OperatorAccount): string {
  return account.succeeded + account.failed === 0 ? 'none ended' : `${successText(account)} succeeded`;
}
