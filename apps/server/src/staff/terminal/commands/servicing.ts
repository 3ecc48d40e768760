import { type Day, day, isDay } from '@thumba/lending/day';
import { HARDSHIP_MISS_AFTER_DAYS } from '@thumba/lending/hardship-plan';
import type { ReversalCause, WaivableCharge } from '@thumba/lending/loan';
import { formatKwacha, type Ngwee } from '@thumba/lending/money';
import { readLenderSettings } from '../../../book/lender-setting/live-settings.ts';
import { findBorrowerOfLoan, findLoan, readHistory } from '../../../book/loan/queries.ts';
import type { SmsOf } from '../../../book/loan/staff-preview.ts';
import { describeStaffRefusal, readRecordNumber } from '../../../book/staff-action.ts';
import { previewSms } from '../../../contact/message/texts-of-now.ts';
import {
  previewHardshipOfLoan,
  type ServicingDeps,
  waiveChargeOfLoan,
} from '../../../credit/servicing/commands.ts';
import { reportOfLoan } from '../../../credit/servicing/loan-report.ts';
import { describeServicingRefusal } from '../../../credit/servicing/refusal-text.ts';
import { askForService, describeServiced, type Service } from '../../../credit/servicing/staff-requests.ts';
import { versionToWaiveAlone } from '../../../credit/servicing/waived-alone.ts';
import { tableLines } from '../../../platform/terminal-table.ts';
import { fileAtDesk } from '../file-request.ts';
import { refuseSplitAmount } from '../split-amount.ts';
import { type StaffDesk, staffCommand } from '../staff-desk.ts';
import { type CommandAnswer, declined, told } from '../terminal-command.ts';
import { readAmount } from '../typed-amount.ts';

const USAGE = [
  'npm run servicing -- show <order>                     what is open on a loan, and what was posted to it',
  'npm run servicing -- write-off <order> "<reason>"     asks to give an overdue loan up in the books',
  'npm run servicing -- waive <order> <plan> penalty|fee|interest <kwacha> "<reason>"',
  '                                                      takes back a charge, or a part of it, that is still owed;',
  '                                                      above the setting “Waiver by one person” it is asked for',
  'npm run servicing -- hardship-preview <order> <dates>  what new dates would do: one date for each plan that is not paid',
  'npm run servicing -- hardship <order> <dates> "<reason>"',
  '                                                      asks for the dates, like 2027-01-31,2027-02-28: penalties are frozen',
  'npm run servicing -- reverse <receipt> ours|theirs "<reason>"',
  '                                                      asks to take a posting back by the opposite rows: a mistake of ours, or',
  '                                                      something that the payer or the operator did',
  'What is asked for is done once a second person approves it in the console.',
];

const CAUSES: Partial<Record<string, ReversalCause>> = { ours: 'our_mistake', theirs: 'payer_or_operator' };

const CHARGES: readonly string[] = ['penalty', 'fee', 'interest'] satisfies WaivableCharge[];

export const command = staffCommand({
  purpose:
    'shows a loan, waives a charge, agrees a hardship plan, reverses a posting, or writes the loan off',
  recorded: { command: 'servicing', actions: ['write-off', 'waive', 'reverse', 'hardship'] },
  about: ([, order]) => [{ kind: 'loan', no: order?.split('-')[0] }],
  async atDesk(staffDesk, [verb, ...words]) {
    const desk = await servicingDeskOf(staffDesk);
    switch (verb) {
      case 'show':
        return onOrder(words, (loanId) => show(desk, loanId));
      case 'write-off':
        return onOrder(words, (loanId, reason) =>
          file(desk, { kind: 'write_off' }, { loanId, reason: reason.join(' ') }),
        );
      case 'waive':
        return onOrder(words, (loanId, waiver) => waive(desk, loanId, waiver));
      case 'hardship-preview':
        return onOrder(words, (loanId, dates) => previewHardship(desk, loanId, dates));
      case 'hardship':
        return onOrder(words, (loanId, dates) => agreeHardship(desk, loanId, dates));
      case 'reverse':
        return reverse(desk, words);
      default:
        return declined(...USAGE);
    }
  },
});

type ServicingDesk = ServicingDeps &
  Pick<StaffDesk, 'sealing' | 'clock'> & { staffName: string; waiverAloneNgwee: Ngwee; smsOf: SmsOf };

async function servicingDeskOf(desk: StaffDesk): Promise<ServicingDesk> {
  const catalogue = await desk.openCatalogue();
  const settings = await readLenderSettings({ ...desk, config: desk.config() });
  return {
    ...desk,
    ladderRule: () => catalogue.current().ladder,
    staffName: desk.staffName(),
    waiverAloneNgwee: settings.waiver_alone.ngwee,
    smsOf: (message) => previewSms(desk.db, message),
  };
}

async function onOrder(
  [order, ...words]: readonly string[],
  use: (loanId: number, words: readonly string[]) => Promise<CommandAnswer>,
): Promise<CommandAnswer> {
  if (order === undefined) return declined(...USAGE);
  const loanId = readRecordNumber(order);
  return loanId === undefined ? declined(`"${order}" is not the number of an order.`) : use(loanId, words);
}

async function show({ db, today }: ServicingDesk, loanId: number): Promise<CommandAnswer> {
  const borrowerId = await findBorrowerOfLoan(db, loanId);
  const stored = borrowerId === undefined ? undefined : await findLoan(db, borrowerId, loanId);
  if (borrowerId === undefined || !stored) return declined(describeStaffRefusal({ kind: 'no_such_loan' }));
  return told(...reportOfLoan(stored, await readHistory(db, borrowerId, loanId), today()));
}

async function waive(
  desk: ServicingDesk,
  loanId: number,
  [plan, charge, amount, ...reason]: readonly string[],
): Promise<CommandAnswer> {
  if (plan === undefined || charge === undefined || amount === undefined) return declined(...USAGE);
  const period = readPlanNumber(plan);
  if (period === undefined) return declined(`"${plan}" is not the number of a plan: the first one is 1.`);
  if (!isCharge(charge))
    return declined(`"${charge}" is no charge that can be waived: say penalty, fee or interest.`);
  const splitAmount = refuseSplitAmount(amount, reason);
  if (splitAmount) return declined(splitAmount);
  const amountNgwee = readAmount(amount);
  if (amountNgwee === undefined) return declined(`"${amount}" is no amount: say it in kwacha, like 10.86.`);
  const service: Service = { kind: 'waiver', period, charge, amountNgwee };
  const asked = { loanId, reason: reason.join(' ') };
  const waiver = { loanId, amountNgwee, staffName: desk.staffName, on: desk.today() };
  const loanVersion = await versionToWaiveAlone(desk.db, waiver, desk.waiverAloneNgwee);
  if (loanVersion === undefined) return file(desk, service, asked);
  const waived = await waiveChargeOfLoan(desk, {
    ...asked,
    ...{ period, charge, amountNgwee, loanVersion },
    staffName: desk.staffName,
  });
  return waived.ok
    ? told(describeServiced(service, waived.value))
    : declined(describeServicingRefusal(waived.refusal));
}

async function previewHardship(
  desk: ServicingDesk,
  loanId: number,
  [words]: readonly string[],
): Promise<CommandAnswer> {
  if (words === undefined) return declined(...USAGE);
  const dueDates = readDates(words);
  if (typeof dueDates === 'string') return declined(dueDates);
  const previewed = await previewHardshipOfLoan(desk, { loanId, dueDates });
  if (!previewed.ok) return declined(describeServicingRefusal(previewed.refusal));
  return told(
    ...tableLines([
      ['plan', 'due now', 'due then', 'owed'],
      ...previewed.value.map(({ period, beforeDueOn, afterDueOn, owedNgwee }) => [
        String(period),
        beforeDueOn,
        afterDueOn,
        formatKwacha(owedNgwee),
      ]),
    ]),
    `No new cost. Penalties are frozen until a date is missed by more than ${HARDSHIP_MISS_AFTER_DAYS} days. Nothing is agreed yet.`,
  );
}

async function agreeHardship(
  desk: ServicingDesk,
  loanId: number,
  [words, ...reason]: readonly string[],
): Promise<CommandAnswer> {
  if (words === undefined) return declined(...USAGE);
  const dueDates = readDates(words);
  if (typeof dueDates === 'string') return declined(dueDates);
  return file(desk, { kind: 'hardship', dueDates }, { loanId, reason: reason.join(' ') });
}

/** Dates with commas, or what is wrong with them. */
function readDates(words: string): Day[] | string {
  const dates = words.split(',');
  const wrong = dates.find((date) => !isDay(date));
  return wrong === undefined ? dates.map(day) : `"${wrong}" is no date: say it like 2027-01-31.`;
}

async function reverse(
  desk: ServicingDesk,
  [receiptNo, whose, ...reason]: readonly string[],
): Promise<CommandAnswer> {
  if (receiptNo === undefined || whose === undefined) return declined(...USAGE);
  const loanId = readRecordNumber(/^(\d+)-\d+$/.exec(receiptNo)?.[1] ?? '');
  if (loanId === undefined) return declined(`"${receiptNo}" is not the number of a receipt, like 100001-3.`);
  const cause = CAUSES[whose];
  if (cause === undefined)
    return declined(
      `"${whose}" is no cause: say ours for a mistake of the lender, or theirs for the payer or the operator.`,
    );
  return file(desk, { kind: 'reversal', receiptNo, cause }, { loanId, reason: reason.join(' ') });
}

/** Files what needs a second person. It is refused at once where it could not be done today. */
async function file(
  desk: ServicingDesk,
  service: Service,
  { loanId, reason }: { loanId: number; reason: string },
): Promise<CommandAnswer> {
  const { staffName } = desk;
  const asked = await askForService(desk, service, { loanId, reason, staffName });
  return asked.ok ? fileAtDesk(desk, asked.value) : declined(describeServicingRefusal(asked.refusal));
}

function isCharge(word: string): word is WaivableCharge {
  return CHARGES.includes(word);
}

function readPlanNumber(text: string): number | undefined {
  return /^[1-9]\d?$/.test(text) ? Number(text) : undefined;
}
