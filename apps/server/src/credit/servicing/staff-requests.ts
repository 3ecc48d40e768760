import type { Day } from '@thumba/lending/day';
import type { ReversalCause, WaivableCharge } from '@thumba/lending/loan';
import { formatKwacha, type Ngwee } from '@thumba/lending/money';
import { allow, type Outcome } from '@thumba/lending/outcome';
import { type Actor, personOf } from '../../book/actor.ts';
import { idempotencyOf } from '../../book/idempotency/idempotency.ts';
import type { SeenLoan } from '../../book/loan/seen-loan.ts';
import { datesText, effectOf, type SmsOf, smsText } from '../../book/loan/staff-preview.ts';
import type { ApprovedRequest, AskedRequest, Execution } from '../../book/staff-request.ts';
import type { Sealing } from '../../platform/sealing.ts';
import {
  agreeHardshipOfLoan,
  reversePostingOfLoan,
  type Serviced,
  type ServicingDeps,
  type ServicingRefusal,
  type ServicingRequest,
  waiveChargeOfLoan,
  writeOffLoan,
} from './commands.ts';
import { describeServicingRefusal } from './refusal-text.ts';

/** What a person asks a second person for on a loan. */
export type Service =
  | { kind: 'write_off' }
  | { kind: 'reversal'; receiptNo: string; cause: ReversalCause }
  | { kind: 'hardship'; dueDates: readonly Day[] }
  | { kind: 'waiver'; period: number; charge: WaivableCharge; amountNgwee: Ngwee };

type ServicingKind = Service['kind'];

/** `seen` is the loan as a page showed it. Nothing is asked for on a loan that changed since. */
type Asked = { loanId: number; reason: string; staffName: string; seen?: SeenLoan };

/** Asks for a service on a loan, with what it would do today. Refused where it could not be done today. */
export async function askForService(
  deps: ServicingDeps & { smsOf: SmsOf },
  service: Service,
  asked: Asked,
): Promise<Outcome<AskedRequest, ServicingRefusal>> {
  const outcome = await perform(deps, service, { ...asked, isPreview: true });
  if (!outcome.ok) return outcome;
  const preview = outcome.value.preview!;
  return allow({
    kind: service.kind,
    title: titleOf(service, asked.loanId, outcome.value),
    subject: subjectOf(service, asked.loanId),
    borrowerId: preview.borrowerId,
    loanId: asked.loanId,
    ofStaffId: null,
    payload: { service, seen: preview.seen },
    effect: effectOf(preview),
    message: await smsText(preview.messages, deps.smsOf),
    reason: asked.reason.trim(),
  });
}

/** Does an approved service. The second time the posting line finds the first answer under the same key. */
async function serveAsApproved(
  deps: ServicingDeps & { sealing: Sealing },
  { requestId, payload, loanId, reason, madeBy }: ApprovedRequest,
  approvedBy: Actor,
): Promise<Execution> {
  const { service, seen } = payload as { service: Service; seen: SeenLoan };
  const idempotency = idempotencyOf(deps.sealing, `staff request ${requestId}`, service.kind, service);
  const outcome = await perform(deps, service, {
    loanId: loanId!,
    reason,
    staffName: personOf(madeBy),
    approvedBy: personOf(approvedBy),
    seen,
    ...(idempotency ? { idempotency } : {}),
  });
  return outcome.ok
    ? { isDone: true, sentence: describeServiced(service, outcome.value) }
    : { isDone: false, sentence: describeServicingRefusal(outcome.refusal) };
}

/** Does what was asked for on a loan, once a second person approved it. */
export function servicingExecutors(deps: ServicingDeps & { sealing: Sealing; onNewMessages(): void }) {
  const execute = async (request: ApprovedRequest, approvedBy: Actor) => {
    const execution = await serveAsApproved(deps, request, approvedBy);
    deps.onNewMessages();
    return execution;
  };
  return { write_off: execute, reversal: execute, hardship: execute, waiver: execute } satisfies Record<
    ServicingKind,
    unknown
  >;
}

function perform(
  deps: ServicingDeps,
  service: Service,
  request: ServicingRequest,
): Promise<Outcome<Serviced, ServicingRefusal>> {
  switch (service.kind) {
    case 'write_off':
      return writeOffLoan(deps, request);
    case 'reversal':
      return reversePostingOfLoan(deps, {
        ...request,
        receiptNo: service.receiptNo,
        cause: service.cause,
      });
    case 'hardship':
      return agreeHardshipOfLoan(deps, { ...request, dueDates: service.dueDates });
    case 'waiver': {
      const { period, charge, amountNgwee } = service;
      return waiveChargeOfLoan(deps, { ...request, period, charge, amountNgwee });
    }
  }
}

function titleOf(service: Service, loanId: number, { amountNgwee }: Serviced): string {
  const amount = formatKwacha(amountNgwee);
  switch (service.kind) {
    case 'write_off':
      return `Write off order ${loanId}: ${amount}`;
    case 'reversal':
      return `Take back ${service.receiptNo} of ${amount}`;
    case 'hardship':
      return `New dates for order ${loanId}: ${datesText(service.dueDates)}`;
    case 'waiver':
      return `Waive ${amount} of the ${service.charge} of plan ${service.period} of order ${loanId}`;
  }
}

function subjectOf(service: Service, loanId: number): string {
  return service.kind === 'reversal' ? `receipt ${service.receiptNo}` : `order ${loanId}`;
}

/** What was done, in one sentence for staff. */
export function describeServiced(service: Service, serviced: Serviced): string {
  const { loanId, receiptNo, remainingNgwee, suspenseNgwee } = serviced;
  const amount = formatKwacha(serviced.amountNgwee);
  const left = `Left to repay: ${formatKwacha(remainingNgwee)}.`;
  switch (service.kind) {
    case 'write_off':
      return `Order ${loanId} is written off: ${amount}. It can still be paid, as a recovery.`;
    case 'reversal':
      return [
        `${service.receiptNo} of ${amount} is taken back, receipt ${receiptNo}.`,
        left,
        ...(suspenseNgwee === 0
          ? []
          : [`${formatKwacha(suspenseNgwee)} stands in suspense until it is placed.`]),
      ].join(' ');
    case 'hardship':
      return `Order ${loanId} has new dates: ${datesText(service.dueDates)}. Penalties are frozen. ${left}`;
    case 'waiver':
      return `${amount} of the ${service.charge} of plan ${service.period} of order ${loanId} is waived, receipt ${receiptNo}. ${left}`;
  }
}
