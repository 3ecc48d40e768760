import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { toKwacha } from '@thumba/lending/money';
import { elsewhereOf } from '../../people/borrower/bureau-answer.ts';
import { DAY_MS } from '../../platform/clock.ts';
import type { ReviewedApplication } from './read-review.ts';

type Shown = NonNullable<StaffAnswer<'getApplication'>['bureau']>;

/** What a credit bureau said for this application. Without a question, the decision says whether one should have been. */
export function bureauOf(
  { facts: { bureau }, finding }: Pick<ReviewedApplication, 'facts' | 'finding'>,
  nowMs: number,
): Shown | null {
  if (!bureau) {
    const isMissing = finding.inputs.isBureauAnswered === false;
    return isMissing
      ? { state: 'no_consent', askedAt: null, ageDays: null, cause: null, elsewhere: null }
      : null;
  }
  const { askedAt, cause, answer } = bureau;
  const asked = { askedAt: askedAt.toISOString(), cause };
  if (!answer) return { ...asked, state: 'no_answer', ageDays: null, elsewhere: null };
  const ageDays = Math.floor((nowMs - askedAt.getTime()) / DAY_MS);
  if (answer.asOn === null) return { ...asked, state: 'not_known', ageDays, elsewhere: null };
  const { openAccounts, instalmentsNgwee, balanceNgwee, overdueNgwee, daysLate } = elsewhereOf(answer);
  return {
    ...asked,
    state: 'answered',
    ageDays,
    elsewhere: {
      asOn: answer.asOn,
      openAccounts,
      instalments: toKwacha(instalmentsNgwee),
      balance: toKwacha(balanceNgwee),
      overdue: toKwacha(overdueNgwee),
      daysLate,
    },
  };
}
