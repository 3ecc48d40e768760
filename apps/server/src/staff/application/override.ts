import type { Loan } from '@thumba/lending/loan';
import { formatKwacha } from '@thumba/lending/money';
import { type Actor, personOf, staffActor } from '../../book/actor.ts';
import type { AskedRequest } from '../../book/staff-request.ts';
import { readApplicationFacts } from '../../credit/application/facts.ts';
import {
  describeReviewRefusal,
  type ReviewDeps,
  reviewApplication,
} from '../../credit/application/review.ts';
import { rulesAgainst } from '../../credit/application/rules-now.ts';
import { DAY_MS, toDate } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import { borrowerReads } from './borrower-reads.ts';
import { findingsOf } from './findings.ts';
import { shownOf } from './shown-token.ts';

const countStatement = statement<{ count: number }, { madeBy: Actor; since: Date }>(
  'applications: count the overrides of a person',
  `select count(*)::integer as count from staff_request
   where made_by = $madeBy and kind = 'decision_override' and made_at >= $since::timestamptz`,
);

/** How many approvals against the rules a person asked for since then. */
async function countOverrides(db: Database, of: { madeBy: Actor; since: Date }): Promise<number> {
  return (await db.row(countStatement, of))!.count;
}

type AskedOverride = {
  loan: Loan;
  against: ReturnType<typeof findingsOf>;
  shown: string;
  reason: string;
  /** The SMS of an approval. */
  message: string;
  /** How many the person asked for in the last thirty days, without this one. */
  earlierOverrides: number;
};

/** What the second person sees of an approval against the rules, and what is done once they agree. */
function overrideRequest({
  loan,
  against,
  shown,
  reason,
  message,
  earlierOverrides,
}: AskedOverride): AskedRequest {
  const { loanId, borrowerId, terms } = loan;
  return {
    kind: 'decision_override',
    title: `Approve application ${loanId}: ${formatKwacha(terms.principalNgwee)}`,
    subject: `application ${loanId}`,
    borrowerId,
    loanId,
    ofStaffId: null,
    payload: { shown },
    effect: [
      {
        title: 'Application',
        before: 'waits',
        after: `approved: ${formatKwacha(loan.receivedNgwee)} is sent`,
      },
      { title: 'Against the rules', before: null, after: against.map(({ title }) => title).join('. ') },
      {
        title: `Asked for by this person in the last ${OVERRIDES_COUNTED_DAYS} days`,
        before: String(earlierOverrides),
        after: String(earlierOverrides + 1),
      },
    ],
    message,
    reason,
  };
}

const OVERRIDES_COUNTED_DAYS = 30;

type Wanted = { loan: Loan; accountId: number; shown: string; reason: string; staffName: string };

/**
 * Asks for the approval of an application that the rules decline, with what the second person will see of it. Undefined
 * where no rule declines it: one person approves it then.
 */
export async function askForOverride(
  deps: Pick<ReviewDeps, 'db' | 'sealing' | 'catalogue' | 'clock' | 'today'>,
  { loan, accountId, shown, reason, staffName }: Wanted,
): Promise<AskedRequest | undefined> {
  const { db, clock } = deps;
  const facts = await readApplicationFacts(deps, loan.borrowerId, { accountId });
  const against = await rulesAgainst(db, facts, { loan, on: deps.today() });
  if (against.length === 0) return undefined;
  const since = toDate(clock.nowMs() - OVERRIDES_COUNTED_DAYS * DAY_MS);
  return overrideRequest({
    loan,
    against: findingsOf(against),
    shown,
    reason,
    message: (await borrowerReads(db, loan.terms.principalNgwee)).approve,
    earlierOverrides: await countOverrides(db, { madeBy: staffActor(staffName), since }),
  });
}

type ApprovedOverride = {
  borrowerId: number | null;
  loanId: number | null;
  payload: Record<string, unknown>;
  reason: string;
};

const doneStatement = statement<{ is_done: boolean }, { borrowerId: number; loanId: number; actor: Actor }>(
  'applications: whether an override is done',
  `select exists (select from application_review where borrower_id = $borrowerId and loan_id = $loanId
     and outcome = 'approve' and actor = $actor) as is_done`,
);

/** Approves an application after the second person agreed. The second time it finds its own approval. */
export async function approveOverride(
  deps: ReviewDeps,
  { borrowerId, loanId, payload, reason }: ApprovedOverride,
  checker: Actor,
): Promise<{ isDone: boolean; sentence: string }> {
  const of = { borrowerId: borrowerId!, loanId: loanId! };
  const sentence = `Application ${of.loanId} is approved, and the money is on its way.`;
  if ((await deps.db.row(doneStatement, { ...of, actor: checker }))?.is_done)
    return { isDone: true, sentence };
  const shown = await shownOf(deps.db, of.borrowerId, String(payload.shown));
  if (!shown) return { isDone: false, sentence: 'What the first person saw is not known any more.' };
  const reviewed = await reviewApplication(deps, {
    ...of,
    outcome: 'approve',
    isOverride: true,
    shown,
    reason,
    staffName: personOf(checker),
  });
  return reviewed.ok
    ? { isDone: true, sentence }
    : { isDone: false, sentence: describeReviewRefusal(reviewed.refusal) };
}
