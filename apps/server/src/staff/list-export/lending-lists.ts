import { type ListFile, nextAfter, nextNumber, nextPlace, onePage } from './list-columns.ts';

type Titled = { title: string };
const titles = (findings: readonly Titled[]) => findings.map(({ title }) => title);
const personName = (person: { name: string } | null) => person?.name;

/** Lists of applications, late loans, tickets and cases. */
export const lendingLists = {
  listApplications: {
    columns: [
      ['loan', 'count', 'loanId'],
      ['applied at', 'text', 'appliedAt'],
      ['product', 'text', 'productName'],
      ['amount', 'money', 'amount'],
      ['days', 'count', 'termDays'],
      ['waits because', 'text', ({ reasons }) => titles(reasons)],
      ['another look', 'text', 'isAnotherLook'],
      ['with a checker', 'text', 'isWithChecker'],
      ['taken by', 'text', ({ holder }) => personName(holder)],
    ],
    next: nextNumber,
  } satisfies ListFile<'listApplications'>,
  listArrears: {
    columns: [
      ['loan', 'count', 'loanId'],
      ['borrower', 'count', 'borrowerId'],
      ['bucket', 'text', 'bucket'],
      ['late since', 'day', 'lateSinceOn'],
      ['late', 'money', 'late'],
      ['owed', 'money', 'owed'],
      ['worked on by', 'text', ({ assignedTo }) => personName(assignedTo)],
      ['next', 'text', ({ next }) => next.kind],
      ['wait until', 'day', ({ next }) => next.untilOn],
    ],
    borrowerOf: ({ borrowerId }) => borrowerId,
    next: nextAfter('after', ({ owed, loanId }) => `${Math.round(owed * 100)}-${loanId}`),
  } satisfies ListFile<'listArrears'>,
  listWaitingTickets: {
    columns: [
      ['ticket', 'count', 'ticketId'],
      ['kind', 'text', 'kind'],
      ['state', 'text', 'state'],
      ['borrower', 'count', 'borrowerId'],
      ['topic', 'text', 'topic'],
      ['loan', 'count', 'loanId'],
      ['loan disputed', 'text', 'isLoanDisputed'],
      ['written', 'day', 'writtenOn'],
      ['answer due', 'day', 'answerDueOn'],
      ['escalates', 'day', 'escalatesOn'],
      ['clock', 'text', 'clock'],
    ],
    borrowerOf: ({ borrowerId }) => borrowerId,
    next: nextNumber,
  } satisfies ListFile<'listWaitingTickets'>,
  listDuplicates: {
    columns: [
      ['newer borrower', 'count', ({ newer }) => newer.borrowerId],
      ['registered at', 'text', ({ newer }) => newer.registeredAt],
      ['newer blocked', 'text', ({ newer }) => newer.isBlocked],
      ['newer open loan', 'count', ({ newer }) => newer.openLoan?.loanId],
      ['older borrower', 'count', ({ older }) => older.borrowerId],
      ['older blocked', 'text', ({ older }) => older.isBlocked],
      ['older open loan', 'count', ({ older }) => older.openLoan?.loanId],
      ['in common', 'text', 'shared'],
    ],
    next: ({ next }) => (next === null ? null : { before: next }),
  } satisfies ListFile<'listDuplicates'>,
  listCases: {
    columns: [
      ['case', 'count', 'caseId'],
      ['borrower', 'count', 'borrowerId'],
      ['state', 'text', 'state'],
      ['found at', 'text', 'foundAt'],
      ['list', 'text', 'listKind'],
      ['distance', 'text', 'distance'],
      ['birth date', 'text', 'birth'],
      ['decided at', 'text', 'decidedAt'],
    ],
    named: [['listed name', 'text', 'listedName']],
    borrowerOf: ({ borrowerId }) => borrowerId,
    next: nextNumber,
  } satisfies ListFile<'listCases'>,
  listAlertCases: {
    columns: [
      ['case', 'count', 'alertCaseId'],
      ['borrower', 'count', 'borrowerId'],
      ['state', 'text', 'state'],
      ['opened at', 'text', 'openedAt'],
      ['rules', 'text', 'rules'],
      ['alerts', 'count', 'alerts'],
      ['worked on by', 'text', ({ assignedTo }) => personName(assignedTo)],
      ['report due', 'day', 'reportDueOn'],
      ['clock', 'text', 'clock'],
      ['decided at', 'text', 'decidedAt'],
    ],
    borrowerOf: ({ borrowerId }) => borrowerId,
    next: nextNumber,
  } satisfies ListFile<'listAlertCases'>,
  listBlocked: {
    columns: [
      ['entry', 'count', 'entryId'],
      ['kind', 'text', 'kind'],
      ['reason', 'text', 'reason'],
      ['added by', 'text', 'addedBy'],
      ['added at', 'text', 'addedAt'],
    ],
    named: [
      ['blocked', 'text', 'text'],
      ['birth date', 'day', 'birthDate'],
    ],
    next: nextNumber,
  } satisfies ListFile<'listBlocked'>,
  listHolders: {
    columns: [
      ['borrower', 'count', 'borrowerId'],
      ['account', 'count', 'accountId'],
      ['operator', 'text', 'operator'],
      ['asked at', 'text', 'askedAt'],
      ['payouts that wait', 'count', ({ payouts }) => payouts.length],
    ],
    named: [
      ['number of the account', 'text', 'mobile'],
      ['name on the card', 'text', 'identityName'],
      ['name at the operator', 'text', 'holderName'],
    ],
    next: onePage,
  } satisfies ListFile<'listHolders'>,
  listWhatIfApplications: {
    columns: [
      ['loan', 'count', 'loanId'],
      ['applied', 'day', 'appliedOn'],
      ['product', 'text', 'productName'],
      ['amount', 'money', 'amount'],
      ['looked at', 'text', 'fate'],
      ['was', 'text', 'was'],
      ['would be', 'text', 'would'],
      ['points were', 'count', 'wasPoints'],
      ['points would be', 'count', 'wouldPoints'],
      ['a person decided', 'text', 'reviewed'],
      ['ended', 'text', 'ending'],
      ['missing', 'text', 'missing'],
    ],
    next: nextPlace,
  } satisfies ListFile<'listWhatIfApplications'>,
} as const;
