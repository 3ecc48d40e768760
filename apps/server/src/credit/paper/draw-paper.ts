import type { Day } from '@thumba/lending/day';
import { formatKwacha } from '@thumba/lending/money';
import { ENGLISH } from '@thumba/words/catalogue';
import { letterheadOf } from '../../book/letterhead.ts';
import { dayText, instantText, shortInstantText } from '../../platform/date-text.ts';
import { inLanguage } from '../../platform/language.ts';
import { openSheet, type Sheet } from '../../platform/sheet.ts';
import { drawContract } from './draw-contract.ts';
import { loanNumber } from './loan-number.ts';
import type { PaidUpLetter, PaperContent, Receipt, Statement } from './paper-content.ts';
import { paperWords as words } from './paper-words.ts';
import type { IssuedPaper } from './queries.ts';
import { type StatementLine, statementLines } from './statement-lines.ts';

/** Where a paper is checked, and when its payment was reversed. */
export type Surroundings = { verifyUrl: string; takenBackOn: Day | null };

/** The paper as PDF, in the current language. A contract is in English, as it was agreed to. */
export function drawPaper(paper: IssuedPaper, surroundings: Surroundings): Promise<Buffer> {
  return paper.content.kind === 'contract'
    ? inLanguage(ENGLISH.tag, () => draw(paper, surroundings))
    : draw(paper, surroundings);
}

function draw(
  { content, code, issuedOn, issuedAt }: IssuedPaper,
  surroundings: Surroundings,
): Promise<Buffer> {
  const { lender } = content;
  const sheet = openSheet({
    title: titleOf(content),
    subtitle: words.subtitle(loanNumber(content.loanId), content.productName),
    letterhead: letterheadOf(lender),
    footer: [
      words.contact(lender.name, lender.phone, lender.hours),
      words.issued(code, dayText(issuedOn), instantText(issuedAt.toISOString())),
    ],
    issuedAt,
  });
  switch (content.kind) {
    case 'contract':
      drawContract(sheet, content, personOf(content));
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
  sheet.verification({ instructions: words.check, code, address: surroundings.verifyUrl });
  return sheet.finish();
}

export function titleOf(content: PaperContent): string {
  return content.kind === 'receipt' ? words.numberedReceipt(content.receiptNo) : words.title[content.kind];
}

export function borrowerOf({ borrowerName }: PaperContent): string {
  return borrowerName === '' ? words.theBorrower : borrowerName;
}

function personOf(content: PaperContent): (readonly [string, string])[] {
  const { nationalId } = content;
  return [
    [words.borrower, borrowerOf(content)],
    ...(nationalId === '' ? [] : [[words.nrc, nationalId] as const]),
  ];
}

function drawReceipt(sheet: Sheet, receipt: Receipt, takenBackOn: Day | null): void {
  const said = words.receipt;
  const amount = formatKwacha(receipt.amountNgwee);
  if (takenBackOn !== null) sheet.notice(said.takenBack(dayText(takenBackOn)));
  sheet.sum(said.received, amount, said.counts(dayText(receipt.on)));
  sheet.facts([
    ...personOf(receipt),
    [said.purposeLabel, said.purpose[receipt.purpose]],
    [said.paidFrom, (said.source as Record<string, string>)[receipt.paidFrom] ?? receipt.paidFrom],
    ...(receipt.operatorReference ? [[said.operatorReference, receipt.operatorReference] as const] : []),
    [said.number, receipt.receiptNo],
    [said.booked, instantText(receipt.at)],
    ...(receipt.newDueOn ? [[said.newDueDate, dayText(receipt.newDueOn)] as const] : []),
  ]);
  sheet.table(
    [
      { title: said.wentTo, width: 70 },
      { title: said.amount, width: 30, isFigure: true },
    ],
    receipt.parts.map(({ title, amountNgwee }) => [
      (said.part as Record<string, string>)[title] ?? title,
      formatKwacha(amountNgwee),
    ]),
    [said.received, amount],
  );
  sheet.facts([
    ...(receipt.discountNgwee > 0 ? [[said.coupon, formatKwacha(receipt.discountNgwee)] as const] : []),
    ...(receipt.savingNgwee > 0
      ? [[said.interestGivenBack, formatKwacha(receipt.savingNgwee)] as const]
      : []),
    [said.owedAfter, formatKwacha(receipt.owedAfterNgwee)],
  ]);
}

function drawStatement(sheet: Sheet, statement: Statement): void {
  const said = words.statement;
  const { movements } = statement;
  const lines = statementLines(movements);
  const owed = formatKwacha(statement.owedNgwee);
  sheet.sum(words.owed, owed, said.clears(dayText(statement.on)));
  sheet.facts([
    ...personOf(statement),
    [words.loan, said.paidOut(formatKwacha(statement.principalNgwee), dayText(statement.disbursedOn))],
    [said.lines, String(lines.length)],
  ]);
  sheet.table(
    [
      { title: said.day, width: 21 },
      { title: said.what, width: 34 },
      { title: said.added, width: 15, isFigure: true },
      { title: said.takenOff, width: 15, isFigure: true },
      { title: words.owed, width: 15, isFigure: true },
    ],
    lines.map((line) => [
      { text: daysText(line), detail: bookedText(line) },
      { text: line.title, detail: line.detail },
      line.addedNgwee > 0 ? formatKwacha(line.addedNgwee) : '',
      line.takenOffNgwee > 0 ? formatKwacha(line.takenOffNgwee) : '',
      formatKwacha(line.owedNgwee),
    ]),
    ['', said.together, formatKwacha(statement.addedNgwee), formatKwacha(statement.takenOffNgwee), owed],
  );
  const isShortened = lines.length < movements.length;
  sheet.paragraph(isShortened ? `${said.about} ${said.runs}` : said.about, { isSmall: true });
}

function daysText({ from, on }: StatementLine): string {
  return from === on ? dayText(on) : words.statement.fromTo(dayText(from), dayText(on));
}

function bookedText({ from, on, at }: StatementLine): string {
  const { notBooked, lastBooked } = words.statement;
  if (at === null) return notBooked;
  return from === on ? shortInstantText(at) : lastBooked(shortInstantText(at));
}

function drawPaidUpLetter(sheet: Sheet, letter: PaidUpLetter): void {
  const said = words.letter;
  const { lender, nationalId } = letter;
  const borrower = borrowerOf(letter);
  const number = loanNumber(letter.loanId);
  sheet.paragraph(said.greeting);
  sheet.paragraph(
    nationalId === '' ? said.repaid(borrower, number) : said.repaidWithNrc(borrower, nationalId, number),
  );
  if (letter.wasWrittenOff) sheet.paragraph(said.writtenOff);
  sheet.sum(words.owed, formatKwacha(0), said.since(dayText(letter.closedOn)));
  sheet.facts([
    [words.loan, said.loan(formatKwacha(letter.principalNgwee), letter.productName)],
    [said.paidOut, said.onDay(formatKwacha(letter.receivedNgwee), dayText(letter.disbursedOn))],
    [said.paidByBorrower, formatKwacha(letter.paidNgwee)],
    ...(letter.discountNgwee > 0 ? [[said.paidByCoupons, formatKwacha(letter.discountNgwee)] as const] : []),
    [said.paidOffOn, dayText(letter.closedOn)],
  ]);
  sheet.paragraph(lender.name, { isStrong: true });
  sheet.paragraph(said.lender(lender.licence, lender.phone, lender.hours));
}
