import type { JournalLine } from '@thumba/accounting/journal';
import { formatKwacha } from '@thumba/lending/money';
import { readAccounts } from '../../accounting/chart/accounts.ts';
import {
  type Journal,
  listLatestJournals,
  listOpenProposals,
  type Proposal,
  readJournal,
  readLines,
  readProposal,
} from '../../accounting/journal/queries.ts';
import { lusakaDay, lusakaTime } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { tableLines } from '../../platform/terminal-table.ts';
import { nameOfPerson } from './person-at-desk.ts';

const LATEST_JOURNALS = 20;

/** The proposals that wait, and the journals that were posted last. */
export async function journalList(db: Database): Promise<string[]> {
  const proposals = await listOpenProposals(db);
  const journals = await listLatestJournals(db, LATEST_JOURNALS);
  return [
    proposals.length === 0
      ? 'No proposal waits for a second person.'
      : 'Proposals that wait for a second person:',
    ...proposals.map(
      (proposal) =>
        `  ${proposal.proposalId}: ${titleOf(proposal)}, ${formatKwacha(total(proposal.lines))}, proposed by ${nameOfPerson(proposal.proposedBy)}: ${proposal.reason}`,
    ),
    journals.length === 0 ? 'No journal was posted.' : 'Journals that were posted last:',
    ...journals.map((journal) => `  ${journal.journalId}: ${summaryOf(journal)}`),
  ];
}

function summaryOf(journal: Journal): string {
  const people = [journal.madeBy, ...(journal.approvedBy === null ? [] : [journal.approvedBy])];
  const taken = journal.reversedBy === null ? '' : `, reversed by journal ${journal.reversedBy}`;
  return `${titleOf(journal)}, ${amountOf(journal)}, by ${people.map(nameOfPerson).join(' and ')}${taken}: ${journal.reason}`;
}

/** An accrual has rows of many loans, which a report of its accounts shows. */
function amountOf({ kind, amountNgwee }: Journal): string {
  return kind === 'accrual' ? 'rows of loans' : formatKwacha(amountNgwee);
}

/** A proposal with its lines as they were written. Undefined where there is none. */
export async function proposalLines(db: Database, proposalId: number): Promise<string[] | undefined> {
  const proposal = await readProposal(db, proposalId);
  if (!proposal) return undefined;
  return [
    `Proposal ${proposalId}: ${titleOf(proposal)}`,
    `Reason: ${proposal.reason}`,
    `Proposed by ${nameOfPerson(proposal.proposedBy)} at ${timeOf(proposal.proposedAt)}`,
    answerOf(proposal),
    '',
    ...(await tableOf(db, proposal.lines)),
  ];
}

/** A posted journal with its lines as the ledger has them. Undefined where there is none. */
export async function journalLines(db: Database, journalId: number): Promise<string[] | undefined> {
  const journal = await readJournal(db, journalId);
  if (!journal) return undefined;
  return [
    `Journal ${journalId}: ${titleOf(journal)}`,
    `Reason: ${journal.reason}`,
    `Made by ${nameOfPerson(journal.madeBy)}${journal.approvedBy === null ? '' : `, approved by ${nameOfPerson(journal.approvedBy)}`}, posted at ${timeOf(journal.postedAt)}`,
    ...(journal.reversedBy === null ? [] : [`Reversed by journal ${journal.reversedBy}`]),
    '',
    ...(await tableOf(db, await readLines(db, journal.entryId))),
  ];
}

function titleOf({
  kind,
  bookedOn,
  valueOn,
  bookingKind,
  reversedJournalId,
}: Pick<Proposal | Journal, 'kind' | 'bookedOn' | 'valueOn' | 'bookingKind' | 'reversedJournalId'>): string {
  const what =
    reversedJournalId === null ? kind.replaceAll('_', ' ') : `reversal of journal ${reversedJournalId}`;
  const booked = bookingKind === 'adjustment' ? `in ${bookedOn.slice(0, 4)}-13` : `on ${bookedOn}`;
  return `${what}, booked ${booked}${valueOn === bookedOn ? '' : `, value ${valueOn}`}`;
}

function answerOf({ answer, answeredBy, answeredAt, answerReason, journalId }: Proposal): string {
  if (answer === null) return 'It waits for a second person.';
  const by = `by ${nameOfPerson(answeredBy!)} at ${timeOf(answeredAt!)}`;
  return answer === 'approved'
    ? `Approved ${by} and posted as journal ${journalId}`
    : `Declined ${by}: ${answerReason}`;
}

async function tableOf(db: Database, lines: readonly JournalLine[]): Promise<string[]> {
  const accounts = new Map((await readAccounts(db)).map((account) => [account.account, account]));
  return tableLines([
    ['account', 'debit', 'credit'],
    ...lines.map(({ account, debitNgwee, creditNgwee }) => [
      `${accounts.get(account)?.code ?? ''} ${account}`,
      debitNgwee ? formatKwacha(debitNgwee) : '',
      creditNgwee ? formatKwacha(creditNgwee) : '',
    ]),
    ['together', formatKwacha(total(lines)), formatKwacha(total(lines))],
  ]);
}

function total(lines: readonly JournalLine[]): number {
  return lines.reduce((sum, { debitNgwee = 0 }) => sum + debitNgwee, 0);
}

function timeOf(at: Date): string {
  return `${lusakaDay(at.getTime())} ${lusakaTime(at.getTime())}`;
}
