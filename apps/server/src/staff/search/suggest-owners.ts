import type { OWNER_SIGNS } from '@thumba/contract/staff/suspense';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { searchedWords } from '@thumba/identity/name-prefixes';
import type { Day } from '@thumba/lending/day';
import type { Ngwee } from '@thumba/lending/money';
import { OPEN_STATES } from '../../book/loan/queries.ts';
import type { DatedPiece, Payer } from '../../money/suspense/queries.ts';
import { prefixHashes } from '../../people/authentication/name-prefixes.ts';
import { openIdentity } from '../../people/borrower/applicant.ts';
import { type Database, type Statement, statement } from '../../platform/database.ts';
import { maskMobile, maskName, type Sealing } from '../../platform/sealing.ts';

type Deps = { db: Database; sealing: Sealing };
export type OwnerSign = (typeof OWNER_SIGNS)[number];
export type SuggestedOwner = StaffAnswer<'getPiece'>['owners'][number];

const MOST_OWNERS = 8;
/** One sign alone finds at most so many. */
const MOST_OF_A_SIGN = 20;
const DAYS_AROUND_DUE = 7;
const DAYS_AROUND_PAYMENT = 2;
/** A name is first name and last name. One word of a row alone is no name. */
const LEAST_NAME_WORDS = 2;

/** How much each sign says. An amount alone is the weakest: many pay the same. */
const WEIGHTS: Record<OwnerSign, number> = {
  was_theirs: 8,
  number: 8,
  claim: 8,
  name: 4,
  unsuccessful: 2,
  due: 1,
};

type SignRow = { borrower_id: number; sign: OwnerSign };

const signsStatement = statement<
  SignRow,
  {
    ownerId: number;
    mobileHashes: Buffer[];
    statementId: number | null;
    line: number | null;
    movedOn: Day;
    ngwee: Ngwee;
  }
>(
  'suspense: signs of an owner',
  `select borrower_id, 'was_theirs' as sign from borrower where borrower_id = $ownerId
   union select borrower_id, 'number' from borrower_by_mobile where mobile_hash = any ($mobileHashes::bytea[])
   union select borrower_id, 'number' from repay_account where mobile_hash = any ($mobileHashes::bytea[])
   union select t.borrower_id, 'claim' from operator_statement_row r
     join claim_ticket t on t.reference_hash = r.reference_hash
     where r.statement_id = $statementId::bigint and r.line = $line::integer
   union (select borrower_id, 'due' from instalment i
     where i.state <> 'settled' and i.due_on between $movedOn::date - ${DAYS_AROUND_DUE} and $movedOn::date + ${DAYS_AROUND_DUE}
       and i.principal_ngwee + i.interest_ngwee + i.fee_ngwee + i.penalty_ngwee - i.principal_paid_ngwee
         - i.interest_paid_ngwee - i.fee_paid_ngwee - i.penalty_paid_ngwee in ($ngwee::bigint, $ngwee::bigint + i.discount_ngwee)
     limit ${MOST_OF_A_SIGN})
   union (select borrower_id, 'unsuccessful' from payment_attempt
     where direction = 'collection' and state in ('failed', 'expired') and amount_ngwee = $ngwee
       and submitted_on between $movedOn::date - ${DAYS_AROUND_PAYMENT} and $movedOn::date + ${DAYS_AROUND_PAYMENT}
     limit ${MOST_OF_A_SIGN})`,
);

/** Borrowers whose name has each of so many words. */
function namedStatement(words: number): Statement<{ borrower_id: number }, Record<string, string[]>> {
  const [first, ...others] = Array.from({ length: words }, (_, at) => `$word${at}Hashes::bigint[]`);
  const alsoOf = others.map(
    (hashes) => `and exists (select from borrower_name_prefix o
      where o.prefix_hash = any (${hashes}) and o.borrower_id = p.borrower_id)`,
  );
  return statement(
    `suspense: borrowers with ${words} words of a name`,
    `select distinct p.borrower_id from borrower_name_prefix p where p.prefix_hash = any (${first})
     ${alsoOf.join(' ')} limit ${MOST_OF_A_SIGN}`,
  );
}

const rowStatement = statement<{ row_sealed: Buffer }, { statementId: number; line: number }>(
  'suspense: row of a statement',
  'select row_sealed from operator_statement_row where statement_id = $statementId and line = $line',
);

const shownStatement = statement<
  {
    borrower_id: number;
    mobile_sealed: Buffer;
    identity_sealed: Buffer | null;
    loan_id: number | null;
  },
  { borrowerIds: number[] }
>(
  'suspense: show owners',
  `select b.borrower_id, b.mobile_sealed,
     (select i.identity_sealed from borrower_identity i where i.borrower_id = b.borrower_id) as identity_sealed,
     (select l.loan_id from loan l where l.borrower_id = b.borrower_id and l.state in ${OPEN_STATES} limit 1) as loan_id
   from borrower b where b.borrower_id = any ($borrowerIds::bigint[])
     and not exists (select from account_deletion d where d.borrower_id = b.borrower_id)`,
);

/** The borrowers whose money a piece may be, the likeliest first, each with what points to them. */
export async function suggestOwners(
  deps: Deps,
  { piece, payer }: { piece: DatedPiece; payer: Payer | undefined },
): Promise<SuggestedOwner[]> {
  const { db, sealing } = deps;
  const [signs, named] = await Promise.all([
    db.rows(signsStatement, {
      ownerId: piece.borrower_id,
      mobileHashes: payer ? sealing.lookupHashes('mobile', payer.mobile) : [],
      statementId: piece.statement_id,
      line: piece.line,
      movedOn: piece.movedOn,
      ngwee: Math.abs(piece.ngwee) as Ngwee,
    }),
    namedOnRow(deps, piece),
  ]);
  const signsOf = new Map<number, OwnerSign[]>();
  for (const { borrower_id, sign } of [...signs, ...named])
    signsOf.set(borrower_id, [...(signsOf.get(borrower_id) ?? []), sign]);
  const likeliest = [...signsOf]
    .toSorted(([one, a], [other, b]) => weightOf(b) - weightOf(a) || other - one)
    .slice(0, MOST_OWNERS);
  const rows = await db.rows(shownStatement, { borrowerIds: likeliest.map(([borrowerId]) => borrowerId) });
  return likeliest.flatMap(([borrowerId, because]) => {
    const row = rows.find((one) => one.borrower_id === borrowerId);
    return row ? [{ ...ownerShown(sealing, row), because }] : [];
  });
}

function weightOf(signs: readonly OwnerSign[]): number {
  return signs.reduce((sum, sign) => sum + WEIGHTS[sign], 0);
}

/** The row of an operator may have the name of its payer, in whichever column. */
async function namedOnRow({ db, sealing }: Deps, piece: DatedPiece): Promise<SignRow[]> {
  const { statement_id, line } = piece;
  if (statement_id === null || line === null) return [];
  const row = await db.row(rowStatement, { statementId: statement_id, line });
  if (!row || row.row_sealed.length === 0) return [];
  const fields = JSON.parse(
    sealing.open('operator_statement_row.row_sealed', { statement_id, line }, row.row_sealed),
  ) as string[];
  const names = fields
    .filter((field) => !/\d/.test(field))
    .map(searchedWords)
    .filter((words) => words.length >= LEAST_NAME_WORDS);
  const found = await Promise.all(
    names.map((words) =>
      db.rows(
        namedStatement(words.length),
        Object.fromEntries(words.map((word, at) => [`word${at}Hashes`, prefixHashes(sealing, word)])),
      ),
    ),
  );
  const borrowerIds = new Set(found.flat().map(({ borrower_id }) => borrower_id));
  return [...borrowerIds].map((borrower_id) => ({ borrower_id, sign: 'name' as const }));
}

function ownerShown(
  sealing: Sealing,
  row: { borrower_id: number; mobile_sealed: Buffer; identity_sealed: Buffer | null; loan_id: number | null },
): Omit<SuggestedOwner, 'because'> {
  const { borrower_id, identity_sealed } = row;
  const identity = identity_sealed && openIdentity(sealing, borrower_id, identity_sealed);
  return {
    borrowerId: borrower_id,
    maskedName: identity && maskName(`${identity.firstName} ${identity.lastName}`),
    maskedMobile: maskMobile(sealing.open('borrower.mobile_sealed', { borrower_id }, row.mobile_sealed)),
    loanId: row.loan_id,
  };
}
