import type { Account } from '@thumba/accounting/account';
import { isForJournals, type JournalLine } from '@thumba/accounting/journal';
import { PROPOSABLE_KINDS } from '@thumba/contract/staff/journal-words';
import type { StaffAnswer, StaffBody } from '@thumba/contract/staff/wire';
import type { Day } from '@thumba/lending/day';
import { parseKwacha, toKwacha } from '@thumba/lending/money';
import { staffActor } from '../../book/actor.ts';
import { type NameOf, readStaffNames } from '../../book/staff-names.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { done, NOT_FOUND, refused } from '../../platform/reply.ts';
import { type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { serveStaffFile } from '../../platform/serve-staff-file.ts';
import { readAccounts } from '../chart/accounts.ts';
import { approveProposal, declineProposal } from './answer-proposal.ts';
import { readJournalFile, type WrittenJournal } from './journal-file.ts';
import { proposeJournal, proposeReversal } from './proposals.ts';
import {
  type Journal,
  listLatestJournals,
  listProposals,
  type Proposal,
  readJournal,
  readLines,
  readProposal,
} from './queries.ts';
import { describeJournalRefusal } from './refusal-text.ts';
import { refusedJournal } from './staff-words.ts';

export type JournalRouteDeps = { db: Database; clock: Clock; today(): Day };

type ProposalShown = StaffAnswer<'listProposals'>['items'][number];
type JournalShown = StaffAnswer<'listJournals'>['items'][number];
type LineShown = StaffAnswer<'getProposal'>['lines'][number];

const NOT_YOURS = refused(
  403,
  'Another person proposed this journal. Your roles do not allow you to decline it.',
  {
    reason: 'not_permitted',
  },
);

/** Journals of the whole lender, by the functions of the terminal: proposed, posted by a second person, and reversed. */
export function registerJournalRoutes(server: StaffServer, deps: JournalRouteDeps): void {
  registerProposalReads(server, deps);
  registerProposals(server, deps);
  registerJournals(server, deps);
}

function registerProposalReads(server: StaffServer, { db }: JournalRouteDeps): void {
  serveStaff(server, 'listProposals', async ({ query: { state, before, pageSize } }, { person }) => {
    const found = await listProposals(db, state, {
      before: before ?? Number.MAX_SAFE_INTEGER,
      limit: pageSize + 1,
    });
    const proposals = found.slice(0, pageSize);
    const nameOf = await readStaffNames(db, proposals.flatMap(peopleOf));
    return done({
      items: proposals.map((proposal) => proposalShown(proposal, nameOf, person.userName)),
      isMore: found.length > pageSize,
    });
  });

  serveStaff(server, 'getProposal', async ({ params: { proposalId } }, { person }) => {
    const proposal = await readProposal(db, proposalId);
    if (!proposal) return NOT_FOUND;
    const nameOf = await readStaffNames(db, peopleOf(proposal));
    return done({
      ...proposalShown(proposal, nameOf, person.userName),
      lines: linesShown(proposal.lines, await readAccounts(db)),
    });
  });

  serveStaff(server, 'listChart', async () =>
    done({
      accounts: (await readAccounts(db)).map(({ account, code, title, accountType }) => ({
        ...{ code, title, type: accountType },
        takes: PROPOSABLE_KINDS.filter((kind) => isForJournals(account, kind)),
      })),
    }),
  );
}

function registerProposals(server: StaffServer, deps: JournalRouteDeps): void {
  const { db } = deps;
  serveStaffFile(server, 'readJournalFile', async ({ file }) => {
    const read = readJournalFile(file);
    if (!read.ok) return refused(400, describeJournalRefusal(read.refusal), { reason: read.refusal.kind });
    const codes = new Map(
      (await readAccounts(db)).flatMap(({ account, code }) => [
        [account as string, code],
        [code, code],
      ]),
    );
    const { lines, bookedOn = null, valueOn = null } = read.value;
    const unknown = lines.find(({ accountText }) => !codes.has(accountText));
    if (unknown) return refusedJournal({ kind: 'unknown_account', accountText: unknown.accountText });
    return done({
      ...{ bookedOn, valueOn },
      lines: lines.map(({ accountText, debitNgwee, creditNgwee }) => ({
        code: codes.get(accountText)!,
        debit: debitNgwee === undefined ? null : toKwacha(debitNgwee),
        credit: creditNgwee === undefined ? null : toKwacha(creditNgwee),
      })),
    });
  });

  serveStaff(server, 'proposeJournal', async ({ body }, { person, note }) => {
    const { kind, reason } = body;
    note({ kind, bookedOn: body.bookedOn ?? null, lines: body.lines.length });
    if (body.lines.some(({ debit, credit }) => (debit === null) === (credit === null))) return ONE_SIDE;
    const proposedBy = staffActor(person.userName);
    const proposed = await proposeJournal(deps, writtenOf(body), { kind, reason, proposedBy });
    if (!proposed.ok) return refusedJournal(proposed.refusal);
    note(proposed.value);
    return done(proposed.value);
  });

  serveStaff(server, 'approveJournal', async ({ params: { proposalId } }, { person, note }) => {
    note({ proposalId });
    const approvedBy = staffActor(person.userName);
    const posted = await approveProposal(deps, { proposalId, approvedBy });
    if (!posted.ok)
      return posted.refusal.kind === 'no_such_proposal' ? NOT_FOUND : refusedJournal(posted.refusal);
    const { journalId } = posted.value;
    note({ journalId });
    return done({ journalId });
  });

  serveStaff(server, 'declineJournal', async ({ params: { proposalId }, body }, { person, note }) => {
    note({ proposalId });
    const proposal = await readProposal(db, proposalId);
    if (!proposal) return NOT_FOUND;
    const declinedBy = staffActor(person.userName);
    if (proposal.proposedBy !== declinedBy && !person.permissions.includes('checkBooks')) return NOT_YOURS;
    const ended = await declineProposal(deps, { proposalId, reason: body.reason, declinedBy });
    return ended.ok ? done(null) : refusedJournal(ended.refusal);
  });
}

const ONE_SIDE = refused(400, 'Each line has a debit or a credit, and not both.', { reason: 'one_side' });

function writtenOf({ lines, bookedOn, valueOn }: StaffBody<'proposeJournal'>): WrittenJournal {
  return {
    lines: lines.map(({ code, debit, credit }) => ({
      accountText: code,
      ...(debit === null ? {} : { debitNgwee: parseKwacha(debit)! }),
      ...(credit === null ? {} : { creditNgwee: parseKwacha(credit)! }),
    })),
    ...(bookedOn === undefined ? {} : { bookedOn }),
    ...(valueOn === undefined ? {} : { valueOn }),
  };
}

function registerJournals(server: StaffServer, deps: JournalRouteDeps): void {
  const { db } = deps;
  serveStaff(server, 'listJournals', async ({ query: { before, pageSize } }) => {
    const found = await listLatestJournals(db, pageSize + 1, before);
    const journals = found.slice(0, pageSize);
    const nameOf = await readStaffNames(db, journals.flatMap(makersOf));
    return done({
      items: journals.map((journal) => journalShown(journal, nameOf)),
      isMore: found.length > pageSize,
    });
  });

  serveStaff(server, 'getJournal', async ({ params: { journalId } }) => {
    const journal = await readJournal(db, journalId);
    if (!journal) return NOT_FOUND;
    const { kind, entryId, reversedBy } = journal;
    const isOfLoans = kind === 'accrual';
    return done({
      ...journalShown(journal, await readStaffNames(db, makersOf(journal))),
      lines: isOfLoans ? [] : linesShown(await readLines(db, entryId), await readAccounts(db)),
      isReversible: reversedBy === null && (kind === 'manual' || kind === 'take_on'),
      payerId: isOfLoans ? null : 0,
    });
  });

  serveStaff(server, 'reverseJournal', async ({ params: { journalId }, body }, { person, note }) => {
    note({ journalId });
    const proposedBy = staffActor(person.userName);
    const proposed = await proposeReversal(deps, { journalId, reason: body.reason, proposedBy });
    if (!proposed.ok)
      return proposed.refusal.kind === 'no_such_journal' ? NOT_FOUND : refusedJournal(proposed.refusal);
    note(proposed.value);
    return done(proposed.value);
  });
}

const peopleOf = ({ proposedBy, answeredBy }: Proposal) =>
  answeredBy === null ? [proposedBy] : [proposedBy, answeredBy];
const makersOf = ({ madeBy, approvedBy }: Journal) => (approvedBy === null ? [madeBy] : [madeBy, approvedBy]);

function proposalShown(proposal: Proposal, nameOf: NameOf, userName: string): ProposalShown {
  const { proposalId, kind, bookedOn, valueOn, bookingKind, lines, reason, reversedJournalId } = proposal;
  const { proposedBy, proposedAt, answer, answeredBy, answeredAt, answerReason, journalId } = proposal;
  return {
    ...{ proposalId, kind, bookedOn, valueOn, reason, reversedJournalId, answer, answerReason, journalId },
    booking: bookingKind,
    amount: toKwacha(lines.reduce((sum, { debitNgwee = 0 }) => sum + debitNgwee, 0)),
    proposedBy: nameOf(proposedBy),
    isOwn: proposedBy === staffActor(userName),
    proposedAt: proposedAt.toISOString(),
    answeredBy: answeredBy === null ? null : nameOf(answeredBy),
    answeredAt: answeredAt?.toISOString() ?? null,
  };
}

function journalShown(journal: Journal, nameOf: NameOf): JournalShown {
  const { journalId, entryId, kind, bookedOn, valueOn, bookingKind, reason, postedAt } = journal;
  const { madeBy, approvedBy, reversedJournalId, reversedBy, amountNgwee } = journal;
  return {
    ...{ journalId, entryId, kind, bookedOn, valueOn, reason, reversedJournalId, reversedBy },
    booking: bookingKind,
    amount: kind === 'accrual' ? null : toKwacha(amountNgwee),
    madeBy: nameOf(madeBy),
    approvedBy: approvedBy === null ? null : nameOf(approvedBy),
    postedAt: postedAt.toISOString(),
  };
}

function linesShown(lines: readonly JournalLine[], accounts: readonly Account[]): LineShown[] {
  return lines.map(({ account, debitNgwee, creditNgwee }) => {
    const found = accounts.find((one) => one.account === account);
    return {
      ...{ code: found?.code ?? account, title: found?.title ?? account },
      debit: debitNgwee ? toKwacha(debitNgwee) : null,
      credit: creditNgwee ? toKwacha(creditNgwee) : null,
    };
  });
}
