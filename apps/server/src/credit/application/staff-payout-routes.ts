import type { SmsOf } from '../../book/loan/staff-preview.ts';
import type { PostingRefusal } from '../../book/posting-line/posting.ts';
import type { AskedRequest } from '../../book/staff-request.ts';
import { refusalUnlessSeen, requestPreview } from '../../book/staff-request-preview.ts';
import { done, NOT_FOUND, type Reply, refused } from '../../platform/reply.ts';
import { type StaffPerson, type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { askForPayoutRetry, type StaffPayoutDeps, sendToSameNumber } from './staff-payout.ts';
import { describeRetryRefusal, type RetryRefusal } from './staff-payout-text.ts';

export type PayoutRetryDeps = StaffPayoutDeps & {
  smsOf: SmsOf;
  fileRequest(asked: AskedRequest, maker: StaffPerson): Promise<Reply<{ requestId: number }>>;
};

/** A preview has no reason yet, and each request needs one. */
const NO_REASON_YET = 'not given yet';

/** The payout of a loan once more: one person sends it to its number, two people to another one. */
export function registerPayoutRetryRoutes(server: StaffServer, deps: PayoutRetryDeps): void {
  serveStaff(server, 'previewPayoutRetry', async ({ params: { loanId }, body: { accountId } }) => {
    const asked = await askForPayoutRetry(deps, { loanId, accountId, reason: NO_REASON_YET });
    return asked.ok
      ? done({ ...requestPreview(asked.value), isAlone: accountId === null })
      : refusedRetry(asked.refusal);
  });

  serveStaff(server, 'retryLoanPayout', async ({ params: { loanId }, body }, { person, note }) => {
    const { accountId, reason, digest } = body;
    note({ isToSameNumber: accountId === null });
    const asked = await askForPayoutRetry(deps, { loanId, accountId, reason });
    if (!asked.ok) return refusedRetry(asked.refusal);
    const changed = refusalUnlessSeen(asked.value, digest);
    if (changed) return changed;
    if (accountId === null) {
      const sent = await sendToSameNumber(deps, { ...asked.value, loanId }, person.userName);
      return sent.ok
        ? done({ requestId: null, sentence: `The payout of order ${loanId} is sent again.` })
        : refusedRetry(sent.refusal);
    }
    const filed = await deps.fileRequest(asked.value, person);
    if (filed.code !== 200) return filed;
    const { requestId } = filed.data;
    return done({ requestId, sentence: `Request ${requestId} is filed: a second person decides on it.` });
  });
}

function refusedRetry(refusal: RetryRefusal | PostingRefusal): Reply<never> {
  const { kind: reason } = refusal;
  return reason === 'no_such_loan' ? NOT_FOUND : refused(409, describeRetryRefusal(refusal), { reason });
}
