import { formatCount } from '@thumba/lending/count';
import { formatKwacha } from '@thumba/lending/money';
import { tableLines } from '../../platform/terminal-table.ts';
import { type Examination, type Finding, faultsIn } from './examination.ts';

/** The examination as text. The last line says whether the book is sound. */
export function reportOf(examination: Examination): string {
  return [
    ...trialBalance(examination),
    '',
    examination.openPeriod,
    '',
    ...examination.checks.flatMap(({ looksAt, ...finding }) => [
      `${markOf(finding)} ${finding.check} (${formatCount(examination.census[looksAt])} ${looksAt})`,
      ...linesOf(finding),
    ]),
    '',
    verdictOf(examination),
  ].join('\n');
}

export function verdictOf({ checks, census }: Examination): string {
  const failed = faultsIn(checks).length;
  const notices = checks.filter(({ gravity, total }) => gravity === 'notice' && total > 0).length;
  const noticeText = notices === 0 ? '' : ` There is something to look at in ${notices} of the lists.`;
  const counts = `${formatCount(census.loans)} loans, ${formatCount(census.payments)} payments, ${formatCount(census['ledger rows'])} rows`;
  return failed === 0
    ? `The book is sound: ${counts}.${noticeText}`
    : `THE BOOK IS NOT SOUND: ${failed} of ${checks.length} checks failed.${noticeText}`;
}

/** The findings as text, for a test or a log. */
export function describeFindings(findings: readonly Finding[]): string {
  return findings
    .flatMap((finding) => [`${markOf(finding)} ${finding.check}`, ...linesOf(finding)])
    .join('\n');
}

function trialBalance({ accounts }: Examination): string[] {
  const rows = accounts.map(({ account, debitsNgwee, creditsNgwee, balanceNgwee }) => [
    account,
    formatKwacha(debitsNgwee),
    formatKwacha(creditsNgwee),
    formatKwacha(balanceNgwee),
  ]);
  const totals = (['debitsNgwee', 'creditsNgwee', 'balanceNgwee'] as const).map((column) =>
    formatKwacha(accounts.reduce((total, account) => total + account[column], 0)),
  );
  return tableLines([['account', 'debits', 'credits', 'balance'], ...rows, ['together', ...totals]]);
}

function markOf({ gravity, total }: Finding): string {
  if (total === 0) return '✓';
  return gravity === 'fault' ? '✗' : '!';
}

function linesOf({ total, listed }: Finding): string[] {
  const lines = listed.map(({ id, problem }) => `    ${id}: ${problem}`);
  return total > listed.length ? [...lines, `    and ${formatCount(total - listed.length)} more`] : lines;
}
