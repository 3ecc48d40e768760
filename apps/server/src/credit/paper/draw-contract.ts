import { formatKwacha } from '@thumba/lending/money';
import { formatPercentage } from '@thumba/lending/rate';
import { dayText, instantText } from '../../platform/date-text.ts';
import type { Sheet } from '../../platform/sheet.ts';
import type { Fact } from '../../platform/sheet-blocks.ts';
import type { LoanContract } from './paper-content.ts';

/** Draws a signed contract, which is in English in every language (docs/decisions/0092-the-contract-is-agreed-in-english.md). */
export function drawContract(sheet: Sheet, contract: LoanContract, person: readonly Fact[]): void {
  const { quote, clauses, agreedOn, agreedAt, version, shownHash } = contract;
  const borrower = contract.borrowerName || 'The borrower';
  sheet.facts([
    ...person,
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
    `${borrower} agreed to this in the Thumba app on ${dayText(agreedOn)} (${instantText(agreedAt)}).`,
  );
  sheet.paragraph(`Wording ${version}. What was shown, as SHA-256: ${shownHash}`, { isSmall: true });
}
