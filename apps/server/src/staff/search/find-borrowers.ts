import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { allow, type Outcome } from '@thumba/lending/outcome';
import { plainReference, referenceHashes } from '../../money/reconciliation/claims.ts';
import { prefixHashes } from '../../people/authentication/name-prefixes.ts';
import { maskedBorrower } from '../../people/borrower/masked-borrower.ts';
import type { Transaction } from '../../platform/database.ts';
import type { Page } from '../../platform/page.ts';
import type { Sealing } from '../../platform/sealing.ts';
import {
  type FindValues,
  type FoundRow,
  findStatement,
  MOST_COUNTED,
  type WordValues,
} from './find-statement.ts';
import { readSearchText, type SearchRefusal, type SearchText } from './search-text.ts';

export type FindDeps = { db: Transaction; sealing: Sealing };

type FoundBorrower = StaffAnswer<'findBorrowers'>['items'][number];

/** `isMore`: there are more than `total`, which is where counting stops. */
type FoundBorrowers = { borrowers: FoundBorrower[]; total: number; isMore: boolean };

/** The borrowers that a text may mean, those that are found by a number first, then the newest. */
export async function findBorrowers(
  { db, sealing }: FindDeps,
  { text, ...page }: Page & { text: string },
): Promise<Outcome<FoundBorrowers, SearchRefusal>> {
  const read = readSearchText(text);
  if (!read.ok) return read;
  const { words } = read.value;
  const values: FindValues & WordValues = {
    ...numbersOf(sealing, read.value),
    ...Object.fromEntries(words.map((word, at) => [`word${at}Hashes`, prefixHashes(sealing, word)])),
    ...page,
  };
  const rows = await db.rows(findStatement(words.length), values);
  const total = rows[0]?.total ?? 0;
  return allow({
    borrowers: rows.flatMap((row) => (row.borrower_id === null ? [] : [foundBorrower(sealing, row)])),
    total: Math.min(total, MOST_COUNTED),
    isMore: total > MOST_COUNTED,
  });
}

function numbersOf(sealing: Sealing, text: SearchText): Omit<FindValues, keyof Page> {
  const { mobile, idNumber, receiptNo, reference } = text;
  return {
    mobileHashes: mobile === undefined ? [] : sealing.lookupHashes('mobile', mobile),
    idNumberHashes: idNumber === undefined ? [] : sealing.lookupHashes('national_id', idNumber),
    recordNumber: text.recordNumber ?? null,
    receiptLoanId: receiptNo?.loanId ?? null,
    receiptNo: receiptNo?.text ?? null,
    paperCode: text.paperCode ?? null,
    paymentId: text.paymentId ?? null,
    operatorReference: reference === undefined ? null : plainReference(reference),
    referenceHashes: reference === undefined ? [] : referenceHashes(sealing, reference),
    earlierLoanNo: reference ?? null,
  };
}

function foundBorrower(sealing: Sealing, row: FoundRow): FoundBorrower {
  const borrowerId = row.borrower_id!;
  return {
    borrowerId,
    foundBy: row.found_by,
    ...maskedBorrower(sealing, { ...row, borrower_id: borrowerId }),
    isDeleted: row.is_deleted,
    isBlocked: row.is_blocked,
    openLoan: row.open_loan,
    isOverdue: row.open_loan?.state === 'overdue',
  };
}
