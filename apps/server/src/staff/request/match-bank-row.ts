import { type Day, formatDay } from '@thumba/lending/day';
import { formatKwacha, ngwee } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { noteArrivals } from '../../accounting/bank/match-bank-rows.ts';
import {
  type BankPostingRefusal,
  type BankPurpose,
  findRowToPost,
  postBankRow,
  transfersOf,
  type Wallet,
} from '../../accounting/bank/post-bank-row.ts';
import type { Actor } from '../../book/actor.ts';
import { inWords, ledgerLines } from '../../book/loan/staff-preview.ts';
import { checkReason, REASON_NEEDED_TEXT } from '../../book/staff-action.ts';
import type { ApprovedRequest, AskedRequest, EffectLine, Execution } from '../../book/staff-request.ts';
import { OPERATOR_TITLES } from '../../people/borrower/accounts.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import { findWaiting } from './waiting-requests.ts';

/** What a person says a row of the bank was. */
type BankRowMatch = { rowId: number; postedAs: BankPurpose; wallet: Wallet | null };

export type BankRowDeps = { db: Database; clock: Clock; today(): Day };

export type BankRowPayload = { thing: 'bank_row'; match: BankRowMatch; amountNgwee: number };

const subjectOfRow = (rowId: number) => `row ${rowId} of the bank`;

/** The requests for the posting of these rows that are not done yet, by row. */
export async function postingsThatWait(
  db: Database,
  rowIds: readonly number[],
): Promise<Map<number, number>> {
  const rowOf = new Map(rowIds.map((rowId) => [subjectOfRow(rowId), rowId]));
  const waiting = await findWaiting(db, { kind: 'manual_match', subjects: [...rowOf.keys()] });
  return new Map(waiting.map(({ subject, requestId }) => [rowOf.get(subject)!, requestId]));
}

const hasOtherAccountStatement = statement<{ hasOther: boolean }>(
  'staff request: is there another bank account',
  `select exists (select from setting_version where setting = 'second_bank_account')
     or exists (select from bank_statement where bank_account = 'second_bank_account') as "hasOther"`,
);

/** Asks for the posting of a row of the bank. Refused where it could not be posted today. */
export async function askForBankRow(
  { db, today }: BankRowDeps,
  match: BankRowMatch,
  reason: string,
): Promise<Outcome<AskedRequest, BankPostingRefusal>> {
  const { rowId, postedAs, wallet } = match;
  const checked = checkReason(reason);
  if (!checked.ok) return checked;
  const row = await findRowToPost(db, { rowId, today: today() });
  if (!row) return refuse({ kind: 'no_such_row' });
  if (row.postedAs !== null) return refuse({ kind: 'already_posted', postedAs: row.postedAs });
  if (postedAs === 'other_bank_account' && !(await db.row(hasOtherAccountStatement, {}))!.hasOther)
    return refuse({ kind: 'one_account_only' });
  const { amountNgwee, bookedOn } = row;
  const what = inWords(postedAs);
  return allow({
    kind: 'manual_match',
    title: `Post row ${rowId} of the bank, ${moved(amountNgwee)}, as ${what}`,
    subject: subjectOfRow(rowId),
    ...{ borrowerId: null, loanId: null, ofStaffId: null, message: null },
    payload: { thing: 'bank_row', match, amountNgwee } satisfies BankRowPayload,
    effect: [
      { title: `Row ${rowId} of the bank`, before: 'not in the book', after: `posted as ${what}` },
      ...walletLines(wallet),
      { title: 'Day of booking', before: null, after: formatDay(bookedOn) },
      ...ledgerLines(transfersOf(postedAs, amountNgwee)),
    ],
    reason: checked.value,
  });
}

function walletLines(wallet: Wallet | null): EffectLine[] {
  if (wallet === null) return [];
  const { operator, direction } = wallet;
  return [{ title: 'In transit with', before: null, after: `${OPERATOR_TITLES[operator]}, ${direction}` }];
}

function moved(amountNgwee: number): string {
  const amount = formatKwacha(ngwee(Math.abs(amountNgwee)));
  return amountNgwee > 0 ? `${amount} received` : `${amount} paid`;
}

/** Posts a row of the bank as it was approved. A second time it finds that it did. */
export async function matchBankRowAsApproved(
  deps: BankRowDeps,
  { requestId, payload, reason, madeBy }: ApprovedRequest,
  approvedBy: Actor,
): Promise<Execution> {
  const { match, amountNgwee } = payload as BankRowPayload;
  const { rowId, postedAs, wallet } = match;
  const row = await findRowToPost(deps.db, { rowId, today: deps.today() });
  if (row && row.amountNgwee !== amountNgwee)
    return { isDone: false, sentence: 'The row has another amount than the one that was approved.' };
  const approval = { requestId, approvedBy };
  const posted = await postBankRow(
    deps,
    { rowId, postedAs, ...(wallet ? { wallet } : {}), reason, actor: madeBy, approval },
    noteArrivals,
  );
  if (!posted.ok) {
    const again = await findRowToPost(deps.db, { rowId, today: deps.today() });
    if (again?.requestId !== requestId)
      return { isDone: false, sentence: describeBankPostingRefusal(posted.refusal) };
  }
  const what = inWords(postedAs);
  return { isDone: true, sentence: `Row ${rowId} of the bank, ${moved(amountNgwee)}, is posted as ${what}.` };
}

/** One sentence for staff. */
export function describeBankPostingRefusal(refusal: BankPostingRefusal): string {
  switch (refusal.kind) {
    case 'reason_needed':
      return REASON_NEEDED_TEXT;
    case 'no_such_row':
      return 'There is no row of the bank with this number. npm run bank lists those that wait.';
    case 'one_account_only':
      return 'The lender has one bank account. Two people set the second one up in the settings.';
    case 'already_posted':
      return `This row is posted already, as ${inWords(refusal.postedAs)}.`;
  }
}
