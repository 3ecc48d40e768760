import { day } from '@thumba/lending/day';
import { kwacha } from '@thumba/lending/money';
import { expect, test } from 'vitest';
import type { ReportContent } from './report-content.ts';
import { reportXml } from './report-xml.ts';

const content: ReportContent = {
  ...{ reportId: 2, correctsReportId: null, caseId: 1 },
  lender: { name: 'Thumba', licence: 'MFI 1', phone: '0970000000' },
  person: {
    ...{ borrowerId: 1, firstName: 'Mutale', lastName: 'Banda', birthDate: day('1990-05-01'), gender: 'F' },
    ...{ idNumber: null, mobile: '0970000001', registeredAt: '2026-01-05T08:00:00.000Z' },
  },
  ...{ suspectedOn: day('2026-03-05'), reportDueOn: day('2026-03-10'), alerts: [] },
  sums: { cameInNgwee: kwacha(100), wentOutNgwee: kwacha(0) },
  payments: [
    {
      ...{ paymentId: 'one', on: day('2026-03-05'), at: '2026-03-04T23:30:15.250Z', direction: 'collection' },
      ...{
        purpose: 'repayment',
        loanId: 7,
        amountNgwee: kwacha(100),
        operator: 'mtn',
        operatorReference: null,
      },
      ...{ mobile: '0960000002', isOfBorrower: false },
    },
  ],
  ...{ isMorePayments: false, narrative: 'Paid by a stranger.', actionTaken: 'None.' },
  ...{ writtenBy: 'Monde Phiri', writtenAt: '2026-03-08T21:00:00.000Z' },
  ...{ approvedBy: 'Chanda Zulu', approvedAt: '2026-03-08T22:30:00.000Z' },
};

test('a report has the times of Lusaka, so that a payment by night is on its own day', () => {
  const xml = reportXml(content);
  expect(xml).toContain('<date_transaction>2026-03-05T01:30:15</date_transaction>');
  expect(xml).toContain('<submission_date>2026-03-09T00:30:00</submission_date>');
});
