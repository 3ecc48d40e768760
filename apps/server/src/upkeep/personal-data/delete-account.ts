import { ENDED_STATES } from '@thumba/lending/attempt';
import { addYears, type Day, laterOf } from '@thumba/lending/day';
import type { Ngwee } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { Actor } from '../../book/actor.ts';
import { OPEN_STATES } from '../../book/loan/queries.ts';
import { type EventOrigin, insertSecurityEvents, WITHOUT_REQUEST } from '../../book/security-log/events.ts';
import {
  CODE_TRY,
  type CodeTry,
  type CodeTryValues,
  codeTryValues,
  type FreeWrongCodes,
} from '../../people/borrower/code-try.ts';
import { writeNote } from '../../people/borrower/notes.ts';
import { HOUR_MS } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { sqlList } from '../../platform/sql-list.ts';
import { ERASE_AFTER_THE_YEARS, ERASE_AT_ONCE, ERASED_BY_FUNCTIONS } from './erase-sql.ts';
import { waitsAfterDecline } from './waits-after-decline.ts';

export type DeletionRefusal =
  | { kind: 'loan_open'; isUnderReview: boolean }
  | { kind: 'payment_under_way'; amountNgwee: Ngwee }
  | { kind: 'wallet_credit'; walletNgwee: Ngwee };

/** An account as it would be deleted now. */
export type Account = {
  mobile: string;
  /** The last day on which personal data is kept. Null when none has to be kept. */
  keptUntil: Day | null;
  /** Until then rows are kept. It is later where compliance has a case, of which the law forbids to tell the borrower. */
  storedUntil: Day;
  refusal: DeletionRefusal | null;
  /** The number of applications. It tells whether another one was made since the account was read. */
  applications: number;
};

export type DeletionDeps = {
  db: Database;
  sealing: Sealing;
  retentionYears: number;
  freeWrongCodes: FreeWrongCodes;
};

const OPEN_PAYMENT = `from payment_attempt p
  where p.borrower_id = s.borrower_id and p.state not in ${sqlList(ENDED_STATES)}`;

const readAccountStatement = statement<
  {
    borrower_id: number;
    mobile_sealed: Buffer;
    applications: number;
    wallet_ngwee: Ngwee;
    is_blocked: boolean;
    open_loan_id: number | null;
    open_loan_state: string | null;
    open_payment_ngwee: Ngwee | null;
    last_transaction_on: Day | null;
    last_case_on: Day | null;
  },
  { borrowerId: number }
>(
  'personal data: read account',
  `select b.borrower_id, b.mobile_sealed, s.applications, s.wallet_ngwee, b.blocked_at is not null as is_blocked,
     l.loan_id as open_loan_id, l.state as open_loan_state,
     (select max(p.amount_ngwee) ${OPEN_PAYMENT}) as open_payment_ngwee,
     (select max(t.business_on) from ledger_transfer t where t.borrower_id = b.borrower_id) as last_transaction_on,
     (select (greatest(max(c.last_alert_at), max(r.approved_at)) at time zone 'Africa/Lusaka')::date
      from alert_case c left join suspicion_report r using (borrower_id, case_id)
      where c.borrower_id = b.borrower_id) as last_case_on
   from borrower b join borrower_standing s using (borrower_id)
   left join loan l on l.borrower_id = s.borrower_id and l.state in ${OPEN_STATES}
   where b.borrower_id = $borrowerId`,
);

export async function readAccount(
  deps: Omit<DeletionDeps, 'freeWrongCodes'>,
  borrowerId: number,
  today: Day,
): Promise<Account> {
  const row = await deps.db.row(readAccountStatement, { borrowerId });
  if (!row) throw new Error('a session belongs to no borrower');
  const keptUntil = keptUntilOf(row, deps.retentionYears, today);
  const ofCase = row.last_case_on === null ? today : addYears(row.last_case_on, deps.retentionYears);
  return {
    mobile: deps.sealing.open('borrower.mobile_sealed', row, row.mobile_sealed),
    keptUntil,
    storedUntil: laterOf(keptUntil ?? today, ofCase),
    refusal: refusalOf(row),
    applications: row.applications,
  };
}

/** The years begin with the last transaction. The identity card of a blocked borrower is kept for as long. */
function keptUntilOf(
  row: { applications: number; is_blocked: boolean; last_transaction_on: Day | null },
  years: number,
  today: Day,
): Day | null {
  if (row.applications === 0 && !row.is_blocked) return null;
  const keptUntil = addYears(row.is_blocked ? today : (row.last_transaction_on ?? today), years);
  return keptUntil > today ? keptUntil : null;
}

function refusalOf(row: {
  wallet_ngwee: Ngwee;
  open_loan_id: number | null;
  open_loan_state: string | null;
  open_payment_ngwee: Ngwee | null;
}): DeletionRefusal | null {
  if (row.open_loan_id !== null) {
    return { kind: 'loan_open', isUnderReview: row.open_loan_state === 'applied' };
  }
  if (row.open_payment_ngwee !== null)
    return { kind: 'payment_under_way', amountNgwee: row.open_payment_ngwee };
  return row.wallet_ngwee > 0 ? { kind: 'wallet_credit', walletNgwee: row.wallet_ngwee } : null;
}

/**
 * CTEs that delete an account only if it has not changed since it was read, where the CTE `tried` is right. A new
 * application has been counted and new wallet credit is in the same row. An application after the deletion is refused in
 * `writeOpenings`.
 */
const deletionParts = (actor: string) => `closed_standings as (
     update borrower_standing s set deleted_at = $now::timestamptz
     from tried
     where tried.is_right and s.borrower_id = $borrowerId and s.deleted_at is null and s.applications = $applications
       and s.wallet_ngwee = 0 and not exists (select ${OPEN_PAYMENT})
     returning s.borrower_id
   ),
   gone as (
     insert into account_deletion (borrower_id, deleted_at, deleted_on, kept_until)
     select borrower_id, $now::timestamptz, $today::date, $keptUntil::date from closed_standings
     returning borrower_id, deleted_on
   ),
   inserted_event as (
     ${insertSecurityEvents({ kind: 'account_deleted', borrowerId: 'borrower_id', actor, at: '$now', from: 'gone' })}
   ),
   ${ERASE_AT_ONCE}`;

type DeletionValues = {
  borrowerId: number;
  /** The number under each live key. Events that were counted before a change of keys have an earlier one. */
  mobileHashes: Buffer[];
  applications: number;
  today: Day;
  keptUntil: Day;
};

const deleteAccountStatement = statement<CodeTry & { is_deleted: boolean }, CodeTryValues & DeletionValues>(
  'personal data: delete account',
  `with ${CODE_TRY},
   ${deletionParts('null')}
   select tried.*, exists (select from gone) as is_deleted from tried`,
);

const deleteForStaffStatement = statement<
  { is_deleted: boolean },
  DeletionValues & EventOrigin & { actor: Actor; now: Date }
>(
  'personal data: delete account for its borrower',
  `with tried as (select true as is_right),
   ${deletionParts('$actor::text')}
   select exists (select from gone) as is_deleted`,
);

export type Deletion =
  | { kind: 'deleted'; keptUntil: Day | null }
  | { kind: 'wrong_code'; tried: CodeTry | undefined }
  /** The account changed since it was read. Reading it again shows how. */
  | { kind: 'moved_on' };

export async function deleteAccount(
  deps: DeletionDeps,
  deletion: { borrowerId: number; code: string; address: string; reference: string; now: Date; today: Day },
): Promise<Outcome<Deletion, DeletionRefusal>> {
  const { db, sealing } = deps;
  const { borrowerId, code, address, reference, now, today } = deletion;
  const account = await readAccount(deps, borrowerId, today);
  if (account.refusal) return refuse(account.refusal);
  const row = await db.row(deleteAccountStatement, {
    ...codeTryValues(sealing, {
      purpose: 'delete_account',
      mobile: account.mobile,
      code,
      asker: { address, borrowerId, isOwner: true, reference },
      freeWrongCodes: deps.freeWrongCodes,
      now,
    }),
    borrowerId,
    mobileHashes: sealing.lookupHashes('mobile', account.mobile),
    applications: account.applications,
    today,
    keptUntil: account.storedUntil,
  });
  if (!row?.is_right) return allow({ kind: 'wrong_code', tried: row });
  if (!row.is_deleted) {
    const { refusal } = await readAccount(deps, borrowerId, today);
    return refusal ? refuse(refusal) : allow({ kind: 'moved_on' });
  }
  if (account.keptUntil === null) await eraseWhatIsDue(db, now, today);
  return allow({ kind: 'deleted', keptUntil: account.keptUntil });
}

const isDeletedStatement = statement<{ is_deleted: boolean }, { borrowerId: number }>(
  'personal data: whether an account is deleted',
  'select exists (select from account_deletion where borrower_id = $borrowerId) as is_deleted',
);

/**
 * Deletes the account of a borrower who asked a person of staff for it, with the reason as a note. It is refused as the
 * borrower's own deletion is. Null where the account changed meanwhile, or is deleted already.
 */
export async function deleteAccountForStaff(
  deps: Omit<DeletionDeps, 'freeWrongCodes'>,
  { reason, ...deletion }: { borrowerId: number; reason: string; actor: Actor; now: Date; today: Day },
): Promise<Outcome<{ keptUntil: Day | null } | null, DeletionRefusal>> {
  const { db, sealing } = deps;
  const { borrowerId, actor, now, today } = deletion;
  if ((await db.row(isDeletedStatement, { borrowerId }))!.is_deleted) return allow(null);
  const account = await readAccount(deps, borrowerId, today);
  if (account.refusal) return refuse(account.refusal);
  const isDeleted = await db.inTransaction(async (transaction) => {
    const row = await transaction.row(deleteForStaffStatement, {
      ...deletion,
      ...WITHOUT_REQUEST,
      mobileHashes: sealing.lookupHashes('mobile', account.mobile),
      applications: account.applications,
      keptUntil: account.storedUntil,
    });
    if (!row!.is_deleted) return false;
    const text = `The account was deleted, as the borrower asked: ${reason}`;
    await writeNote({ db: transaction, sealing }, { borrowerId, text, actor, now });
    return true;
  });
  if (!isDeleted) return allow(null);
  if (account.keptUntil === null) await eraseWhatIsDue(db, now, today);
  return allow({ keptUntil: account.keptUntil });
}

const eraseDueStatement = statement<{ erased: number }, { now: Date; today: Day }>(
  'personal data: erase what is due',
  `with gone as (
     update account_deletion set purged_at = $now::timestamptz
     where borrower_id in (
       select borrower_id from account_deletion where purged_at is null and kept_until <= $today::date
       order by kept_until limit 200 for update skip locked
     )
     returning borrower_id
   ),
   ${ERASE_AFTER_THE_YEARS}
   select count(*) as erased, ${ERASED_BY_FUNCTIONS} from gone`,
);

/** So many accounts are looked at by one statement. PostgreSQL has to see it, or it would plan for a third of all. */
const PORTION = 200;

type Place = { since: Date; after: number };
type LookedAt = { looked_at: number; last_at: Date | null; last_id: number | null };

/** The CTE `gone`: the next accounts by the time in a column. */
function nextGone(time: 'deleted_at' | 'purged_at'): string {
  return `gone as materialized (
     select borrower_id, deleted_on, ${time} as gone_at from account_deletion
     where ${time} is not null and (${time}, borrower_id) > ($since::timestamptz, $after::bigint)
     order by ${time}, borrower_id limit ${PORTION}
   )`;
}

const LOOKED_AT = `count(*)::integer as looked_at, max(gone_at) as last_at,
     (array_agg(borrower_id order by gone_at desc, borrower_id desc))[1] as last_id`;

/** A request that began before the deletion can write rows after it. */
const eraseLateWritesStatement = statement<LookedAt, Place & { mobileHashes: Buffer[] }>(
  'personal data: erase late writes',
  `with ${nextGone('deleted_at')},
   ${ERASE_AT_ONCE}
   select ${LOOKED_AT} from gone`,
);

const eraseLateWritesOfPurgedStatement = statement<LookedAt, Place>(
  'personal data: erase late writes of purged',
  `with ${nextGone('purged_at')},
   ${ERASE_AFTER_THE_YEARS}
   select ${LOOKED_AT}, ${ERASED_BY_FUNCTIONS} from gone`,
);

/** Erases of all accounts that went since a time, one portion after the other. */
async function eraseLate(erase: (place: Place) => Promise<LookedAt | undefined>, since: Date): Promise<void> {
  let place: Place | undefined = { since, after: 0 };
  while (place) {
    const { looked_at, last_at, last_id }: LookedAt = (await erase(place))!;
    place = looked_at === PORTION ? { since: last_at!, after: last_id! } : undefined;
  }
}

/**
 * A payment after the deletion is still confirmed by a message. The message is erased once it was sent, or was given up.
 * The claim of a message notes it with the deletion. That ends an hour after the last claim, when each is sent or due
 * again.
 */
const eraseLateMessagesStatement = statement<never, { claimedBefore: Date }>(
  'personal data: erase late messages',
  `with gone as materialized (
     select borrower_id from account_deletion where message_claimed_at is not null
     order by message_claimed_at limit ${PORTION}
   ),
   erased as (
     delete from message m using gone where m.borrower_id = gone.borrower_id and m.next_try_at is null
   )
   update account_deletion d set message_claimed_at = null
   from gone where d.borrower_id = gone.borrower_id and d.message_claimed_at < $claimedBefore::timestamptz`,
);

/** Erases what the law no longer asks for, and what was written since an account was deleted. */
export async function eraseWhatIsDue(db: Database, now: Date, today: Day): Promise<void> {
  const hourAgo = new Date(now.getTime() - HOUR_MS);
  while ((await db.row(eraseDueStatement, { now, today }))!.erased > 0);
  // The numbers of erased accounts are not known any more.
  await eraseLate((place) => db.row(eraseLateWritesStatement, { ...place, mobileHashes: [] }), hourAgo);
  await eraseLate((place) => db.row(eraseLateWritesOfPurgedStatement, place), hourAgo);
  await db.rows(eraseLateMessagesStatement, { claimedBefore: hourAgo });
}

const freeNationalIdsStatement = statement<never, { today: Day }>(
  'personal data: free national ids',
  `delete from borrower_by_national_id n using account_deletion d, borrower b
   where d.purged_at is null and n.borrower_id = d.borrower_id and b.borrower_id = d.borrower_id
     and b.blocked_at is null and not ${waitsAfterDecline('d.borrower_id', '$today::date')}`,
);

/** An earlier version of the program notes no claim of a message. */
const eraseUnnotedMessagesStatement = statement<never>(
  'personal data: erase messages whose claim was not noted',
  `delete from message m using account_deletion d where m.borrower_id = d.borrower_id and m.next_try_at is null`,
);

/** What is looked for among all deleted accounts, once a day: identity cards whose wait after a decline is over. */
export async function eraseOnceADay(db: Database, today: Day): Promise<void> {
  await db.rows(freeNationalIdsStatement, { today });
  await db.rows(eraseUnnotedMessagesStatement, {});
}
