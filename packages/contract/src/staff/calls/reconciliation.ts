import type { StaffCallDefinition } from './definition.ts';

const OF_DIFFERENCE = { kind: 'difference', parameter: 'differenceId' } as const;

/** A month of MTN has some 15 MB for 100,000 rows. */
export const MOST_STATEMENT_BYTES = 64 * 1024 * 1024;
const STATEMENT_FILE = { mostBytes: MOST_STATEMENT_BYTES } as const;

/** The statements of the operators, and where they and our payments differ. */
export const reconciliationCalls = {
  listStatements: {
    method: 'GET',
    path: '/statements',
    access: 'seePayments',
    audit: 'none',
    summary: 'The statements of operators that were imported, newest first',
  },
  readOperatorStatement: {
    method: 'POST',
    path: '/statements/read',
    access: 'matchPayments',
    audit: 'none',
    file: STATEMENT_FILE,
    summary:
      "What an operator's statement has, or what is wrong on which of its lines; nothing is kept of it",
  },
  importOperatorStatement: {
    method: 'POST',
    path: '/statements/import',
    access: 'matchPayments',
    audit: 'change',
    file: STATEMENT_FILE,
    summary: "Import the operator's statement that was read, and compare it with our payments",
  },
  listDifferences: {
    method: 'GET',
    path: '/differences',
    access: 'seePayments',
    audit: 'none',
    summary:
      'Where statements of operators and our payments differ, the oldest open one first, with what is probable',
  },
  getDifference: {
    method: 'GET',
    path: '/differences/{differenceId}',
    access: 'seePayments',
    audit: 'look',
    subject: OF_DIFFERENCE,
    summary: 'One difference with what is known of the money, and how it can be resolved',
  },
  previewDifference: {
    method: 'POST',
    path: '/differences/{differenceId}/preview',
    access: 'matchPayments',
    audit: 'look',
    subject: OF_DIFFERENCE,
    summary: 'What resolving a difference would do today',
  },
  askDifference: {
    method: 'POST',
    path: '/differences/{differenceId}/ask',
    access: 'matchPayments',
    audit: 'change',
    subject: OF_DIFFERENCE,
    summary: 'Ask a second person to resolve a difference as it was shown',
  },
  leaveDifference: {
    method: 'POST',
    path: '/differences/{differenceId}/leave',
    access: 'matchPayments',
    audit: 'change',
    subject: OF_DIFFERENCE,
    summary: 'Leave both books as they are where no money moved, with the reason',
  },
  previewDifferences: {
    method: 'POST',
    path: '/differences/many/preview',
    access: 'matchPayments',
    audit: 'look',
    summary: 'What resolving many differences in the same way would do today',
  },
  resolveDifferences: {
    method: 'POST',
    path: '/differences/many',
    access: 'matchPayments',
    audit: 'change',
    summary: 'Ask a second person to resolve many differences as they were shown, or leave them as they are',
  },
  listDifferenceBatches: {
    method: 'GET',
    path: '/difference-batches',
    access: 'seePayments',
    audit: 'none',
    summary: 'Many differences that are or were resolved together, newest first',
  },
  readDifferenceBatch: {
    method: 'GET',
    path: '/difference-batches/{batchId}',
    access: 'seePayments',
    audit: 'none',
    summary: 'How far the resolving of many differences came, and which could not be resolved',
  },
} as const satisfies Record<string, StaffCallDefinition>;
