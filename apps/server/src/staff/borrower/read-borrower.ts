import { CER_CODE } from '@thumba/contract/codes';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { type Ngwee, toKwacha } from '@thumba/lending/money';
import type { LiveCatalogue } from '../../book/catalogue/catalogue.ts';
import type { Lender } from '../../book/lender.ts';
import { isDisputed } from '../../book/loan/disputed-loan.ts';
import { readStaffNames } from '../../book/staff-names.ts';
import { limitsOf } from '../../credit/application/limits-of.ts';
import { formInWords } from '../../people/authentication/in-words.ts';
import { readBorrowerDetails, readFormValues } from '../../people/authentication/queries.ts';
import { listAccounts } from '../../people/borrower/accounts.ts';
import { findBlock } from '../../people/borrower/block.ts';
import { isIdentityChecked } from '../../people/borrower/identity-check.ts';
import { findPayoutHold } from '../../people/borrower/payout-hold.ts';
import { type Database, statement } from '../../platform/database.ts';
import { maskIdNumber, maskMobile, maskName, type Sealing } from '../../platform/sealing.ts';
import { readBlockTexts } from './block-texts.ts';

export type BorrowerSource = {
  db: Database;
  sealing: Sealing;
  catalogue: LiveCatalogue;
  lender: Pick<Lender, 'phone'>;
};

type ProfileRow = {
  borrower_id: number;
  mobile_sealed: Buffer;
  registered_at: Date;
  registered_channel: string;
  language: string;
  is_deleted: boolean;
  wallet_ngwee: Ngwee;
  on_time_loans: number;
  confirmed_at: Date | null;
  is_identity_checked: boolean;
  disputed_loans: number[];
  loans: number;
  tickets: number;
  notes: number;
};

const readProfileStatement = statement<ProfileRow, { borrowerId: number }>(
  'staff borrower: profile',
  `select b.borrower_id, b.mobile_sealed, b.registered_at, b.registered_channel, b.language,
     s.deleted_at is not null as is_deleted, s.wallet_ngwee, s.on_time_loans, i.confirmed_at,
     ${isIdentityChecked('b.borrower_id')} as is_identity_checked,
     array(select l.loan_id::integer from loan l where l.borrower_id = b.borrower_id
       and ${isDisputed({ borrowerId: 'l.borrower_id', loanId: 'l.loan_id' })} order by l.loan_id) as disputed_loans,
     (select count(*)::integer from loan l where l.borrower_id = b.borrower_id) as loans,
     (select count(*)::integer from complaint c where c.borrower_id = b.borrower_id) as tickets,
     (select count(*)::integer from borrower_note n where n.borrower_id = b.borrower_id) as notes
   from borrower b join borrower_standing s using (borrower_id) left join borrower_identity i using (borrower_id)
   where b.borrower_id = $borrowerId`,
);

/** Who a borrower is, masked. */
export async function readBorrower(
  source: BorrowerSource,
  borrowerId: number,
): Promise<Omit<StaffAnswer<'getBorrower'>, 'latestLoan' | 'openRequests'> | undefined> {
  const { db, sealing } = source;
  const row = await db.row(readProfileStatement, { borrowerId });
  if (!row) return undefined;
  const [details, limits, accounts, block, hold, blockMessages] = await Promise.all([
    readBorrowerDetails(db, sealing, borrowerId),
    limitsOf(source, borrowerId, null),
    listAccounts(db, sealing, borrowerId),
    findBlock(source, borrowerId),
    findPayoutHold(source, borrowerId),
    readBlockTexts(db, source.lender),
  ]);
  const { identity } = details;
  const nameOf = await readStaffNames(db, [block?.actor ?? [], hold?.actor ?? []].flat());
  return {
    borrowerId,
    maskedName: identity ? maskName(`${identity.firstName} ${identity.lastName}`) : null,
    maskedMobile: row.mobile_sealed.length === 0 ? null : maskMobile(mobileOf(sealing, row)),
    maskedIdNumber: identity ? maskIdNumber(identity.idNumber) : null,
    identityConfirmedAt: row.confirmed_at?.toISOString() ?? null,
    isIdentityChecked: row.is_identity_checked,
    registeredAt: row.registered_at.toISOString(),
    registeredChannel: row.registered_channel,
    language: row.language,
    isDeleted: row.is_deleted,
    block: block
      ? {
          reason: block.reason,
          by: block.actor === null ? 'not known' : nameOf(block.actor),
          at: block.at.toISOString(),
          note: block.note,
        }
      : null,
    payoutHold: hold ? { by: nameOf(hold.actor), at: hold.at.toISOString(), reason: hold.reason } : null,
    disputedLoans: row.disputed_loans,
    blockMessages,
    limit: toKwacha(limits.creditLimitNgwee),
    available: toKwacha(limits.availableLimitNgwee),
    wallet: toKwacha(row.wallet_ngwee),
    onTimeLoans: row.on_time_loans,
    accounts: accounts.map(({ accountId, operator, mobile, isDefault }) => ({
      accountId,
      operator,
      maskedMobile: maskMobile(mobile),
      isDefault,
    })),
    counts: { loans: row.loans, tickets: row.tickets, notes: row.notes },
  };
}

/** The identity and the contact details in full. The look is in the audit before this is read. */
export async function readUnmasked(
  { db, sealing }: BorrowerSource,
  borrowerId: number,
): Promise<StaffAnswer<'unmaskBorrower'> | undefined> {
  const row = await db.row(readProfileStatement, { borrowerId });
  if (!row) return undefined;
  const [{ identity }, accounts, personal, contacts] = await Promise.all([
    readBorrowerDetails(db, sealing, borrowerId),
    listAccounts(db, sealing, borrowerId),
    readFormValues(db, sealing, borrowerId, CER_CODE.personal),
    readFormValues(db, sealing, borrowerId, CER_CODE.emergencyContact),
  ]);
  return {
    mobile: row.mobile_sealed.length === 0 ? '' : mobileOf(sealing, row),
    firstName: identity?.firstName ?? null,
    lastName: identity?.lastName ?? null,
    idNumber: identity?.idNumber ?? null,
    birthDate: identity?.birthDate ?? null,
    accounts: accounts.map(({ accountId, mobile }) => ({ accountId, mobile })),
    answers: [
      ...formInWords(CER_CODE.personal, personal),
      ...formInWords(CER_CODE.emergencyContact, contacts),
    ],
  };
}

function mobileOf(sealing: Sealing, row: ProfileRow): string {
  return sealing.open('borrower.mobile_sealed', row, row.mobile_sealed);
}
