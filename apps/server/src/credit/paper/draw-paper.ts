import type { Day } from '@thumba/lending/day';
import { formatKwacha } from '@thumba/lending/money';
import { formatPercentage } from '@thumba/lending/rate';
import { letterheadOf } from '../../book/letterhead.ts';
import { dayText, instantText } from '../../platform/date-text.ts';
import { openSheet, type Sheet } from '../../platform/sheet.ts';
import {
  type LoanContract,
  PAPER_TITLES,
  type PaidUpLetter,
  type PaperContent,
  type Receipt,
  type Statement,
} from './paper-content.ts';
import { loanNumber } from './paper-words.ts';
import type { IssuedPaper } from './queries.ts';
import { type StatementLine, statementLines } from './statement-lines.ts';

/** Where a paper is checked, and when its payment was reversed. */
export type Surroundings = { verifyUrl: string; takenBackOn: Day | null };

const VERIFICATION =
  'Anybody can check this paper: scan the square with a phone camera, open the address below, or call the lender and read out the code.';

/** The paper as PDF. */
export async function drawPaper(paper: IssuedPaper, surroundings: Surroundings): Promise<Buffer> {
  const { content, code, issuedOn, issuedAt } = paper;
  const sheet = openSheet({
    title: titleOf(content),
    subtitle: `Loan ${loanNumber(content.loanId)} · ${content.productName}`,
    letterhead: letterheadOf(content.lender),
    footer: [
      `${content.lender.name} · phone ${content.lender.phone} · ${content.lender.hours}`,
      `Paper ${code} · issued ${dayText(issuedOn)} (${instantText(issuedAt.toISOString())})`,
    ],
    issuedAt,
  });
  switch (content.kind) {
    case 'contract':
      drawContract(sheet, content);
      break;
    case 'receipt':
      drawReceipt(sheet, content, surroundings.takenBackOn);
      break;
    case 'statement':
      drawStatement(sheet, content);
      break;
    case 'paid_up_letter':
      drawPaidUpLetter(sheet, content);
      break;
  }
  sheet.verification({ instructions: VERIFICATION, code, address: surroundings.verifyUrl });
  return sheet.finish();
}

export function titleOf(content: PaperContent): string {
  return content.kind === 'receipt'
    ? `${PAPER_TITLES.receipt} ${content.receiptNo}`
    : PAPER_TITLES[content.kind];
}

function personOf({ borrowerName, nationalId }: PaperContent): (readonly [string, string])[] {
  return [['Borrower', borrowerName], ...(nationalId === '' ? [] : [['NRC', nationalId] as const])];
}

function drawContract(sheet: Sheet, contract: LoanContract): void {
  const { quote, clauses, agreedOn, agreedAt, version, shownHash } = contract;
  sheet.facts([
    ...personOf(contract),
    ['You borrow', formatKwacha(quote.principalNgwee)],
    ['You receive', formatKwacha(quote.receivedNgwee)],
    ['You repay', formatKwacha(quote.totalRepayNgwee)],
    [
      'It costs',
      `${formatKwacha(quote.totalCostNgwee)}, ${formatPercentage(quote.costPercent)} of what you receive`,
    ],
    ['Yearly rate (APR)', formatPercentage(quote.apr)],
    ...(quote.effectiveAnnualRate === undefined
      ? []
      : [['Effective annual rate', formatPercentage(quote.effectiveAnnualRate)] as const]),
  ]);
  sheet.table(
    [
      { title: 'Instalment', width: 10 },
      { title: 'Pay by', width: 20 },
      { title: 'Loan', width: 13, isFigure: true },
      { title: 'Interest', width: 13, isFigure: true },
      { title: 'Service fee', width: 13, isFigure: true },
      { title: 'To pay', width: 14, isFigure: true },
    ],
    quote.instalments.map((instalment) => [
      String(instalment.period),
      dayText(instalment.dueOn),
      formatKwacha(instalment.principalNgwee),
      formatKwacha(instalment.interestNgwee),
      formatKwacha(instalment.feeNgwee),
      formatKwacha(instalment.totalNgwee),
    ]),
  );
  clauses.forEach((clause, index) => {
    sheet.heading(`${index + 1}. ${clause.heading}`);
    sheet.paragraph(clause.text);
  });
  sheet.heading('Agreed');
  sheet.paragraph(
    `${contract.borrowerName} agreed to this in the Thumba app on ${dayText(agreedOn)} (${instantText(agreedAt)}).`,
  );
  sheet.paragraph(`Wording ${version}. What was shown, as SHA-256: ${shownHash}`, { isSmall: true });
}

const PURPOSES: Record<Receipt['purpose'], string> = {
  repayment: 'Repayment',
  settlement: 'Early settlement: everything that was owed',
  extension: 'Extension: more time to pay',
  cooling_off: 'Money returned within the cooling-off time',
};

function drawReceipt(sheet: Sheet, receipt: Receipt, takenBackOn: Day | null): void {
  if (takenBackOn !== null) {
    sheet.notice(`This payment was taken back on ${dayText(takenBackOn)}. The receipt no longer counts.`);
  }
  sheet.sum('Received', formatKwacha(receipt.amountNgwee), `Counts for ${dayText(receipt.on)}`);
  sheet.facts([
    ...personOf(receipt),
    ['For', PURPOSES[receipt.purpose]],
    ['Paid from', receipt.paidFrom],
    ...(receipt.operatorReference ? [["Operator's reference", receipt.operatorReference] as const] : []),
    ['Receipt number', receipt.receiptNo],
    ['Written into our book', instantText(receipt.at)],
    ...(receipt.newDueOn ? [['New due date', dayText(receipt.newDueOn)] as const] : []),
  ]);
  sheet.table(
    [
      { title: 'What it went to', width: 70 },
      { title: 'Amount', width: 30, isFigure: true },
    ],
    receipt.parts.map((part) => [part.title, formatKwacha(part.amountNgwee)]),
    ['Received', formatKwacha(receipt.amountNgwee)],
  );
  sheet.facts([
    ...(receipt.discountNgwee > 0
      ? [['A coupon also paid', formatKwacha(receipt.discountNgwee)] as const]
      : []),
    ...(receipt.savingNgwee > 0 ? [['Interest given back', formatKwacha(receipt.savingNgwee)] as const] : []),
    ['Owed on the loan after it', formatKwacha(receipt.owedAfterNgwee)],
  ]);
}

function drawStatement(sheet: Sheet, statement: Statement): void {
  const { movements } = statement;
  sheet.sum('Owed', formatKwacha(statement.owedNgwee), `What clears the loan on ${dayText(statement.on)}`);
  sheet.facts([
    ...personOf(statement),
    ['Loan', `${formatKwacha(statement.principalNgwee)}, paid out on ${dayText(statement.disbursedOn)}`],
    ['Movements', String(movements.length)],
  ]);
  const lines = statementLines(movements);
  sheet.table(
    [
      { title: 'Day', width: 21 },
      { title: 'What happened', width: 34 },
      { title: 'Added', width: 15, isFigure: true },
      { title: 'Taken off', width: 15, isFigure: true },
      { title: 'Owed', width: 15, isFigure: true },
    ],
    lines.map((line) => [
      { text: daysText(line), detail: bookedText(line) },
      { text: line.title, detail: line.detail },
      line.addedNgwee > 0 ? formatKwacha(line.addedNgwee) : '',
      line.takenOffNgwee > 0 ? formatKwacha(line.takenOffNgwee) : '',
      formatKwacha(line.owedNgwee),
    ]),
    [
      '',
      'Together',
      formatKwacha(statement.addedNgwee),
      formatKwacha(statement.takenOffNgwee),
      formatKwacha(statement.owedNgwee),
    ],
  );
  const isShortened = lines.length < movements.length;
  sheet.paragraph(
    `The day is the business day. The small line below it says when the movement was written into our book, in Lusaka time.${
      isShortened ? ' Equal late charges of several days are one line.' : ''
    }`,
    { isSmall: true },
  );
}

function daysText({ from, on }: StatementLine): string {
  return from === on ? dayText(on) : `${dayText(from)} to ${dayText(on)}`;
}

function bookedText({ from, on, at }: StatementLine): string {
  if (at === null) return 'Not in the book yet';
  return from === on ? shortInstant(at) : `Last: ${shortInstant(at)}`;
}

/** "26 Nov 2026, 09:12": small print under the business day. */
function shortInstant(at: string): string {
  return instantText(at)
    .replace(/^(\d+ [A-Z][a-z]{2})[a-z]*/, '$1')
    .replace(' in Lusaka', '');
}

function drawPaidUpLetter(sheet: Sheet, letter: PaidUpLetter): void {
  sheet.paragraph('To whom it may concern');
  sheet.paragraph(
    `${letter.borrowerName}${letter.nationalId === '' ? '' : `, NRC ${letter.nationalId},`} has repaid loan ${loanNumber(letter.loanId)} in full. Nothing is owed on it, and we make no further claim from it.`,
  );
  if (letter.wasWrittenOff) {
    sheet.paragraph('The loan had been written off in our books before, and was paid all the same.');
  }
  sheet.sum('Owed', formatKwacha(0), `Since ${dayText(letter.closedOn)}`);
  sheet.facts([
    ['Loan', `${formatKwacha(letter.principalNgwee)} (${letter.productName})`],
    ['Paid out', `${formatKwacha(letter.receivedNgwee)} on ${dayText(letter.disbursedOn)}`],
    ['Paid by the borrower', formatKwacha(letter.paidNgwee)],
    ...(letter.discountNgwee > 0 ? [['Paid by coupons', formatKwacha(letter.discountNgwee)] as const] : []),
    ['Paid off on', dayText(letter.closedOn)],
  ]);
  sheet.paragraph(letter.lender.name, { isStrong: true });
  sheet.paragraph(`${letter.lender.licence}. Phone ${letter.lender.phone}, ${letter.lender.hours}.`);
}
