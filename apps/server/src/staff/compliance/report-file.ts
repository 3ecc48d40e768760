import { alertRules, type ReportFormat } from '@thumba/contract/staff/alert-rules';
import { formatKwacha } from '@thumba/lending/money';
import { ENGLISH } from '@thumba/words/catalogue';
import { letterheadOf } from '../../book/letterhead.ts';
import { dayText, instantText, shortInstantText } from '../../platform/date-text.ts';
import { inLanguage } from '../../platform/language.ts';
import { openSheet, type Sheet } from '../../platform/sheet.ts';
import type { ReportContent } from './report-content.ts';
import { reportXml } from './report-xml.ts';

/** An approved report as a file. It is written from what was approved and from nothing that came later. */
export function reportFile(content: ReportContent, format: ReportFormat): Promise<Buffer> | Buffer {
  switch (format) {
    case 'xml':
      return Buffer.from(reportXml(content));
    case 'json':
      return Buffer.from(`${JSON.stringify(content, null, 2)}\n`);
    case 'pdf':
      return inLanguage(ENGLISH.tag, () => drawReport(content));
  }
}

export function fileNameOf({ caseId, reportId }: ReportContent, format: ReportFormat): string {
  return `suspicion-report-${caseId}-${reportId}.${format}`;
}

function drawReport(content: ReportContent): Promise<Buffer> {
  const { lender, caseId, reportId } = content;
  const sheet = openSheet({
    title: 'Suspicious transaction report',
    subtitle: `Case ${caseId}, report ${reportId}${content.correctsReportId === null ? '' : `, corrects report ${content.correctsReportId}`}`,
    letterhead: letterheadOf(lender),
    footer: [
      'Confidential. The person whom it is about, and any other person, must not be told of it.',
      `Written by ${content.writtenBy}, approved by ${content.approvedBy} on ${instantText(content.approvedAt)}.`,
    ],
    issuedAt: new Date(content.approvedAt),
  });
  drawFacts(sheet, content);
  sheet.heading('What is suspicious');
  for (const paragraph of content.narrative.split('\n')) sheet.paragraph(paragraph);
  sheet.heading('What the lender did');
  for (const paragraph of content.actionTaken.split('\n')) sheet.paragraph(paragraph);
  sheet.heading('What was found');
  sheet.table(
    [
      { title: 'Rule', width: 30 },
      { title: 'Finding', width: 48 },
      { title: 'Found', width: 22 },
    ],
    content.alerts.map(({ rule, values, finding, foundAt }) => [
      { text: alertRules[rule].title, detail: values },
      finding,
      shortInstantText(foundAt),
    ]),
  );
  drawPayments(sheet, content);
  return sheet.finish();
}

function drawFacts(sheet: Sheet, { person, suspectedOn, reportDueOn }: ReportContent): void {
  const name = [person.firstName, person.lastName].filter((part) => part !== null).join(' ');
  sheet.facts([
    ['Person', name || 'erased'],
    ['Born', person.birthDate === null ? 'erased' : dayText(person.birthDate)],
    ['Number of the card', person.idNumber ?? 'erased'],
    ['Mobile number', person.mobile ?? 'erased'],
    ['Customer', `number ${person.borrowerId}, since ${instantText(person.registeredAt)}`],
    ['Suspicion formed', dayText(suspectedOn)],
    ['Report due', dayText(reportDueOn)],
  ]);
}

function drawPayments(sheet: Sheet, { payments, sums, isMorePayments }: ReportContent): void {
  sheet.heading('Payments');
  sheet.facts([
    ['Came in, by the ledger', formatKwacha(sums.cameInNgwee)],
    ['Went out, by the ledger', formatKwacha(sums.wentOutNgwee)],
  ]);
  if (isMorePayments) sheet.paragraph('The newest payments. There are earlier ones.', { isSmall: true });
  sheet.table(
    [
      { title: 'Day', width: 22 },
      { title: 'What', width: 26 },
      { title: 'Number', width: 26 },
      { title: 'In', width: 13, isFigure: true },
      { title: 'Out', width: 13, isFigure: true },
    ],
    payments.map((payment) => {
      const amount = formatKwacha(payment.amountNgwee);
      const isIn = payment.direction === 'collection';
      return [
        dayText(payment.on),
        {
          text: payment.purpose.replaceAll('_', ' '),
          detail: payment.loanId === null ? '' : `loan ${payment.loanId}`,
        },
        {
          text: payment.mobile ?? 'erased',
          detail: `${payment.operator}, ${payment.isOfBorrower ? 'of the borrower' : 'of another person'}`,
        },
        isIn ? amount : '',
        isIn ? '' : amount,
      ];
    }),
  );
}
