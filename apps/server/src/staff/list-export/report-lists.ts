import { type ListFile, nextAfter, nextNumber, nextPlace } from './list-columns.ts';

/** Rows of the ledger. Two lists have them, which differ in what they are asked for. */
const ledgerEntries = {
  columns: [
    ['day', 'day', 'on'],
    ['loan', 'count', 'loanId'],
    ['debit', 'text', 'debit'],
    ['credit', 'text', 'credit'],
    ['amount', 'money', 'amount'],
  ],
  next: nextAfter('after', ({ key }) => key),
} satisfies ListFile<'listFlowEntries'> & ListFile<'listEntriesOfAccount'>;

/** Rows behind the numbers of reports, and lists of the office: staff, requests, campaigns and the audit. */
export const reportLists = {
  listCampaigns: {
    columns: [
      ['campaign', 'count', 'campaignId'],
      ['name', 'text', 'name'],
      ['offer', 'text', 'offerName'],
      ['worth', 'text', 'worth'],
      ['given to', 'text', 'audience'],
      ['state', 'text', 'state'],
      ['at most', 'count', 'mostCoupons'],
      ['given', 'count', 'given'],
      ['used', 'count', 'used'],
      ['expired', 'count', 'expired'],
      ['cost', 'money', 'cost'],
      ['started at', 'text', 'startedAt'],
      ['ended at', 'text', 'endedAt'],
    ],
    next: nextNumber,
  } satisfies ListFile<'listCampaigns'>,
  listFlowEntries: ledgerEntries,
  listEntriesOfAccount: ledgerEntries,
  listLoansOfFigure: {
    columns: [
      ['loan', 'count', 'loanId'],
      ['day', 'day', 'on'],
      ['amount', 'money', 'amount'],
    ],
    next: nextAfter('after', ({ key }) => key),
  } satisfies ListFile<'listLoansOfFigure'>,
  listRegisteredBorrowers: {
    columns: [
      ['borrower', 'count', 'borrowerId'],
      ['registered', 'day', 'registeredOn'],
      ['channel', 'text', 'channelName'],
      ['came to', 'text', 'stage'],
    ],
    borrowerOf: ({ borrowerId }) => borrowerId,
    next: nextPlace,
  } satisfies ListFile<'listRegisteredBorrowers'>,
  listDecidedApplications: {
    columns: [
      ['loan', 'count', 'loanId'],
      ['borrower', 'count', 'borrowerId'],
      ['applied', 'day', 'appliedOn'],
      ['amount', 'money', 'amount'],
      ['state', 'text', 'state'],
      ['points', 'count', 'points'],
      ['version', 'count', 'version'],
      ['the rules said', 'text', 'rules'],
      ['a person decided', 'text', 'person'],
      ['against a rule', 'text', 'isOverridden'],
      ['most days late', 'count', 'worstDaysLate'],
    ],
    borrowerOf: ({ borrowerId }) => borrowerId,
    next: nextPlace,
  } satisfies ListFile<'listDecidedApplications'>,
  listOfficersWork: {
    columns: [
      ['number', 'count', 'number'],
      ['at', 'text', 'at'],
      ['borrower', 'count', 'borrowerId'],
      ['loan', 'count', 'loanId'],
      ['ended', 'text', 'outcome'],
    ],
    next: nextPlace,
  } satisfies ListFile<'listOfficersWork'>,
  listOperatorPayments: {
    columns: [
      ['payment', 'text', 'paymentId'],
      ['borrower', 'count', 'payerId'],
      ['operator', 'text', 'operator'],
      ['direction', 'text', 'direction'],
      ['amount', 'money', 'amount'],
      ['state', 'text', 'state'],
      ['reason', 'text', 'reason'],
      ['sent', 'day', 'submittedOn'],
      ['made at', 'text', 'createdAt'],
      ['seconds', 'text', 'seconds'],
    ],
    next: nextPlace,
  } satisfies ListFile<'listOperatorPayments'>,
  listSentMessages: {
    columns: [
      ['message', 'count', 'messageId'],
      ['borrower', 'count', 'borrowerId'],
      ['loan', 'count', 'loanId'],
      ['kind', 'text', 'kind'],
      ['medium', 'text', 'medium'],
      ['parts', 'count', 'parts'],
      ['sent at', 'text', 'sentAt'],
    ],
    borrowerOf: ({ borrowerId }) => borrowerId,
    next: nextPlace,
  } satisfies ListFile<'listSentMessages'>,
  listStaff: {
    columns: [
      ['number', 'count', 'staffId'],
      ['user name', 'text', 'userName'],
      ['name', 'text', 'name'],
      ['state', 'text', 'state'],
      ['roles', 'text', 'roles'],
      ['roles that wait', 'text', 'rolesWaiting'],
      ['ways in', 'text', 'waysIn'],
      ['last seen at', 'text', 'lastSeenAt'],
      ['open sessions', 'count', 'openSessions'],
    ],
    next: nextNumber,
  } satisfies ListFile<'listStaff'>,
  // The title and the reasons of a request can name a person.
  listRequests: {
    columns: [
      ['request', 'count', 'requestId'],
      ['kind', 'text', 'kind'],
      ['state', 'text', 'state'],
      ['borrower', 'count', 'borrowerId'],
      ['loan', 'count', 'loanId'],
      ['made by', 'text', ({ madeBy }) => madeBy.name],
      ['made at', 'text', 'madeAt'],
      ['checked by', 'text', ({ checkedBy }) => checkedBy?.name],
      ['checked at', 'text', 'checkedAt'],
    ],
    next: nextNumber,
  } satisfies ListFile<'listRequests'>,
  searchAudit: {
    columns: [
      ['entry', 'count', 'entryId'],
      ['at', 'text', 'at'],
      ['user name', 'text', 'userName'],
      ['name', 'text', 'name'],
      ['call', 'text', 'call'],
      ['what it does', 'text', 'summary'],
      ['outcome', 'text', 'outcome'],
      ['borrower', 'count', 'borrowerId'],
      ['about', 'text', 'subject'],
      ['detail', 'text', 'detail'],
      ['reference', 'text', 'reference'],
    ],
    next: nextAfter('before', ({ entryId }) => entryId),
  } satisfies ListFile<'searchAudit'>,
} as const;
