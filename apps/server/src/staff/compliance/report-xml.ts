import { toKwacha } from '@thumba/lending/money';
import { lusakaDateTime } from '../../platform/clock.ts';
import type { ReportContent } from './report-content.ts';

type Payment = ReportContent['payments'][number];

/**
 * The report in the layout of goAML, the program of the United Nations Office on Drugs and Crime that centres of financial
 * intelligence use: its public description of schema 4.0 is the closest. The number and the codes that a centre gives to
 * each lender are not in it. Rule: docs/rules/compliance.md.
 */
export function reportXml(content: ReportContent): string {
  const { lender, correctsReportId } = content;
  const [firstName = '', ...lastNames] = content.writtenBy.split(' ');
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<report>',
    element('submission_code', 'E'),
    element('report_code', 'STR'),
    element('entity_reference', referenceOf(content.caseId, content.reportId)),
    ...(correctsReportId === null
      ? []
      : [element('fiu_ref_number', referenceOf(content.caseId, correctsReportId))]),
    element('submission_date', timeOf(content.approvedAt)),
    element('currency_code_local', 'ZMW'),
    '<reporting_person>',
    element('first_name', firstName),
    element('last_name', lastNames.join(' ') || firstName),
    element('occupation', `Compliance, ${lender.name}`),
    '</reporting_person>',
    element('reason', content.narrative),
    element('action', content.actionTaken),
    ...content.payments.flatMap((payment) => transactionXml(payment, content)),
    '<report_indicators>',
    ...[...new Set(content.alerts.map(({ rule }) => rule))].map((rule) => element('indicator', rule)),
    '</report_indicators>',
    '</report>',
  ];
  return `${lines.join('\n')}\n`;
}

function referenceOf(caseId: number, reportId: number): string {
  return `${caseId}-${reportId}`;
}

/** `from` paid `to`. The side of the borrower is that of "my client". */
function transactionXml(payment: Payment, content: ReportContent): string[] {
  const isIn = payment.direction === 'collection';
  const account = accountXml(payment, content, isIn ? 'from' : 'to');
  // A stranger who pays a loan pays for the borrower.
  const lenderSide =
    isIn && !payment.isOfBorrower
      ? side('to', true, ['<to_person>', ...personXml(content), '</to_person>'])
      : side(isIn ? 'to' : 'from', false, entityXml(content, isIn ? 'to' : 'from'));
  const [from, to] = isIn ? [account, lenderSide] : [lenderSide, account];
  const ofLoan = payment.loanId === null ? '' : ` of loan ${payment.loanId}`;
  return [
    '<transaction>',
    element('transactionnumber', payment.paymentId),
    element('internal_ref_number', payment.operatorReference ?? payment.paymentId),
    element('transaction_description', `${payment.purpose}${ofLoan}`),
    element('date_transaction', timeOf(payment.at)),
    element('transmode_code', 'mobile_money'),
    element('amount_local', toKwacha(payment.amountNgwee).toFixed(2)),
    ...from,
    ...to,
    '</transaction>',
  ];
}

type Side = 'from' | 'to';

function side(name: Side, isMyClient: boolean, lines: readonly string[]): string[] {
  const tag = `t_${name}${isMyClient ? '_my_client' : ''}`;
  return [
    `<${tag}>`,
    element(`${name}_funds_code`, 'E'),
    ...lines,
    element(`${name}_country`, 'ZM'),
    `</${tag}>`,
  ];
}

function accountXml(
  { operator, mobile, isOfBorrower }: Payment,
  content: ReportContent,
  name: Side,
): string[] {
  return side(name, isOfBorrower, [
    `<${name}_account>`,
    element('institution_name', operator),
    element('non_bank_institution', 'true'),
    element('account', mobile ?? ERASED),
    element('currency_code', 'ZMW'),
    ...(isOfBorrower
      ? ['<signatory>', '<t_person>', ...personXml(content), '</t_person>', '</signatory>']
      : []),
    `</${name}_account>`,
  ]);
}

function entityXml({ lender }: ReportContent, name: Side): string[] {
  return [`<${name}_entity>`, element('name', lender.name), `</${name}_entity>`];
}

/** What was erased with the account, and is in its archive. */
const ERASED = 'erased';

function personXml({ person }: ReportContent): string[] {
  const { gender, birthDate, idNumber, mobile } = person;
  return [
    ...(gender === null ? [] : [element('gender', gender)]),
    element('first_name', person.firstName ?? ERASED),
    element('last_name', person.lastName ?? ERASED),
    ...(birthDate === null ? [] : [element('birthdate', `${birthDate}T00:00:00`)]),
    ...(idNumber === null ? [] : [element('id_number', idNumber)]),
    ...(mobile === null
      ? []
      : ['<phones>', '<phone>', element('tph_number', mobile), '</phone>', '</phones>']),
  ];
}

function element(name: string, text: string): string {
  return `<${name}>${escaped(text)}</${name}>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character]!);
}

/** The layout has times without a zone and without parts of a second: they are those of Lusaka, as the days are. */
function timeOf(instant: string): string {
  return lusakaDateTime(Date.parse(instant));
}
