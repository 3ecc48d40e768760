import { type Day, formatDay } from '@thumba/lending/day';
import type { ReversalCause, WaivableCharge } from '@thumba/lending/loan';
import { formatKwacha, type Ngwee } from '@thumba/lending/money';
import { allow, type Outcome } from '@thumba/lending/outcome';
import { type Actor, personOf } from '../../book/actor.ts';
import { idempotencyOf } from '../../book/idempotency/idempotency.ts';
import type { AskedRequest, EffectLine, Execution } from '../../book/staff-request.ts';
import type { Sealing } from '../../platform/sealing.ts';
import {
  agreeHardshipOfLoan,
  reversePostingOfLoan,
  type SeenLoan,
  type Serviced,
  type ServicingDeps,
  type ServicingPreview,
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

/** The English SMS of a message, in the words of this lender. */
export type SmsOf = (message: ServicingPreview['messages'][number]) => Promise<string>;

type Asked = { loanId: number; reason: string; staffName: string };

/** Asks for a service on a loan, with what it would do today. Refused where it could not be done today. */
export async function askForService(
  deps: ServicingDeps & { smsOf: SmsOf },
  service: Service,
  asked: Asked,
): Promise<Outcome<AskedRequest, ServicingRefusal>> {
  const outcome = await perform(deps, service, { ...asked, isPreview: true });
  if (!outcome.ok) return outcome;
  const preview = outcome.value.preview!;
  const texts = await Promise.all(preview.messages.map(deps.smsOf));
  return allow({
    kind: service.kind,
    title: titleOf(service, asked.loanId, outcome.value),
    subject: subjectOf(service, asked.loanId),
    borrowerId: preview.borrowerId,
    loanId: asked.loanId,
    ofStaffId: null,
    payload: { service, seen: preview.seen },
    effect: effectOf(preview),
    message: texts.length === 0 ? null : texts.join('\n'),
    reason: asked.reason.trim(),
  });
}

type ApprovedService = Pick<AskedRequest, 'payload' | 'loanId' | 'reason'> & {
  requestId: number;
  madeBy: Actor;
};

/** Does an approved service. The second time the posting line finds the first answer under the same key. */
async function serveAsApproved(
  deps: ServicingDeps & { sealing: Sealing },
  { requestId, payload, loanId, reason, madeBy }: ApprovedService,
  checker: Actor,
): Promise<Execution> {
  const { service, seen } = payload as { service: Service; seen: SeenLoan };
  const idempotency = idempotencyOf(deps.sealing, `staff request ${requestId}`, service.kind, service);
  const outcome = await perform(deps, service, {
    loanId: loanId!,
    reason,
    staffName: personOf(madeBy),
    approvedBy: personOf(checker),
    seen,
    ...(idempotency ? { idempotency } : {}),
  });
  return outcome.ok
    ? { isDone: true, sentence: describeServiced(service, outcome.value) }
    : { isDone: false, sentence: describeServicingRefusal(outcome.refusal) };
}

/** Does what was asked for on a loan, once a second person approved it. */
export function servicingExecutors(deps: ServicingDeps & { sealing: Sealing; onNewMessages(): void }) {
  const execute = async (request: ApprovedService, checker: Actor) => {
    const execution = await serveAsApproved(deps, request, checker);
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

function effectOf({ before, after, transfers }: ServicingPreview): EffectLine[] {
  const lines: EffectLine[] = [
    { title: 'State of the loan', before: inWords(before.state), after: inWords(after.state) },
    {
      title: 'Left to repay',
      before: formatKwacha(before.remainingNgwee),
      after: formatKwacha(after.remainingNgwee),
    },
    { title: 'Due dates', before: datesText(before.dueDates), after: datesText(after.dueDates) },
  ];
  return [
    ...lines.filter((line) => line.before !== line.after || line.title === 'Left to repay'),
    ...transfers.map(({ debitAccount, creditAccount, amountNgwee }) => ({
      title: `Ledger: ${inWords(debitAccount)} to ${inWords(creditAccount)}`,
      before: null,
      after: formatKwacha(amountNgwee),
    })),
  ];
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

function datesText(dates: readonly Day[]): string {
  return dates.map(formatDay).join(', ');
}

function inWords(name: string): string {
  return name.replaceAll('_', ' ');
}
