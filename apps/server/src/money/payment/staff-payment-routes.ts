import type { StaffAnswer } from '@thumba/contract/staff/wire';
import type { Outcome } from '@thumba/lending/outcome';
import { staffActor } from '../../book/actor.ts';
import { lastAskedByStaff } from '../../book/payment-attempt/attempt-history.ts';
import type { AskedRequest } from '../../book/staff-request.ts';
import { refusalUnlessSeen, requestPreview } from '../../book/staff-request-preview.ts';
import { pageOf } from '../../platform/page.ts';
import { done, NOT_FOUND, type Reply, refused } from '../../platform/reply.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { type StaffPerson, type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import type { EndDeps } from './attempt-end.ts';
import { describeEndUnknownRefusal, type EndUnknownRefusal, findUnknown } from './end-unknown.ts';
import { type AskNowDeps, askNow, describeAskNowRefusal, whyNotAsk } from './staff-ask-now.ts';
import {
  findPaymentForStaff,
  listUnknownPayments,
  type PaymentRow,
  paymentForStaff,
} from './staff-payments.ts';

type WantedEnd = { attemptId: string; outcome: 'succeeded' | 'failed' };

export type StaffPaymentDeps = EndDeps &
  AskNowDeps & {
    sealing: Sealing;
    onNewAttempts(): void;
    fileRequest(asked: AskedRequest, maker: StaffPerson): Promise<Reply<{ requestId: number }>>;
    /** What the end of a payment, as a person found it on the statement, would do. */
    askForPaymentEnd(wanted: WantedEnd, reason: string): Promise<Outcome<AskedRequest, EndUnknownRefusal>>;
    /** The request for the end of a payment that is not done yet. */
    openRequestOf(subject: string): Promise<StaffAnswer<'getStaffPayment'>['openRequest']>;
  };

/** A preview is made with no reason of a person. The one who asks gives it. */
const NO_REASON_YET = 'a look at what it would do';

/** Payments without a known outcome, and one payment with its history at the operator. */
export function registerStaffPaymentRoutes(server: StaffServer, deps: StaffPaymentDeps): void {
  serveStaff(server, 'listUnknownPayments', async ({ query }) =>
    done(await listUnknownPayments(deps.db, pageOf(query))),
  );

  serveStaff(server, 'getStaffPayment', async ({ params }, { person }) => {
    const row = await findPaymentForStaff(deps.db, keyOf(params));
    return row
      ? done({ ...(await paymentForStaff(deps, row, person)), ...(await stepsOfStaff(deps, row)) })
      : NOT_FOUND;
  });

  serveStaff(server, 'askOperatorNow', async ({ params }, { person, note }) => {
    note({ paymentId: params.paymentId });
    const asked = await askNow(deps, { ...keyOf(params), actor: staffActor(person.userName) });
    if (asked.ok) return done(null);
    const { kind } = asked.refusal;
    return kind === 'no_such_payment'
      ? NOT_FOUND
      : refused(409, describeAskNowRefusal(asked.refusal), { reason: kind });
  });

  serveStaff(server, 'previewPaymentEnd', async ({ params, body }) => {
    const asked = await askedEnd(deps, params, { ...body, reason: NO_REASON_YET });
    return 'code' in asked ? asked : done(requestPreview(asked));
  });

  serveStaff(server, 'askPaymentEnd', async ({ params, body }, { person, note }) => {
    note({ paymentId: params.paymentId, outcome: body.outcome });
    const asked = await askedEnd(deps, params, body);
    if ('code' in asked) return asked;
    return refusalUnlessSeen(asked, body.digest) ?? deps.fileRequest(asked, person);
  });
}

type PaymentParams = { payerId: number; paymentId: string };

const keyOf = ({ payerId, paymentId }: PaymentParams) => ({
  borrowerId: payerId,
  attemptId: paymentId.toLowerCase(),
});

async function askedEnd(
  deps: StaffPaymentDeps,
  params: PaymentParams,
  { outcome, reason }: { outcome: WantedEnd['outcome']; reason: string },
): Promise<AskedRequest | Reply<never>> {
  const { borrowerId, attemptId } = keyOf(params);
  // The audit has the payer of the address, so the payment has to be theirs.
  if (!(await findPaymentForStaff(deps.db, { borrowerId, attemptId }))) return NOT_FOUND;
  const asked = await deps.askForPaymentEnd({ attemptId, outcome }, reason);
  if (asked.ok) return asked.value;
  const { kind } = asked.refusal;
  return refused(kind === 'reason_needed' ? 400 : 409, describeEndUnknownRefusal(asked.refusal), {
    reason: kind,
  });
}

async function stepsOfStaff(
  deps: StaffPaymentDeps,
  row: PaymentRow,
): Promise<Pick<StaffAnswer<'getStaffPayment'>, 'openRequest' | 'whyNotAsk' | 'whyNotEnd'>> {
  const { borrower_id: borrowerId, attempt_id: attemptId } = row;
  const [askedAt, found, openRequest] = await Promise.all([
    lastAskedByStaff(deps.db, { borrowerId, attemptId }),
    findUnknown(deps, { attemptId, reason: NO_REASON_YET }),
    deps.openRequestOf(`payment ${attemptId}`),
  ]);
  const refusal = whyNotAsk(deps, row, askedAt);
  return {
    openRequest,
    whyNotAsk: refusal ? describeAskNowRefusal(refusal) : null,
    whyNotEnd: found.ok ? null : describeEndUnknownRefusal(found.refusal),
  };
}
