import { adoptedHash } from '../../platform/adopted-hash.ts';

/*
 * The number of an identity card as a borrower entered it: parts of the statement that saves an identity. Its values
 * are $borrowerId, $nationalIdHashes and $identityHashes, each under all live keys, and $today. A verdict of `confirmed`
 * saves the number.
 */

/** How often a borrower may enter another identity. An approval by staff starts the second count again. */
const CHANGES_A_DAY = 3;
const CHANGES = 10;

/** The CTE `current_number`, locked, so that changes that are sent at once are counted one after the other. */
export const CURRENT_NUMBER = `current_number as materialized (
  select n.national_id_hash, (n.identity_hash = any ($identityHashes::bytea[])) is not true as is_change, n.changes,
    case when n.changed_on = $today::date then n.changes_on_day else 0 end as changes_on_day
  from borrower_by_national_id n where n.borrower_id = $borrowerId for update
)`;

/** Branches of a `case`: too many changes. */
export const CHANGES_REFUSED = `when (select is_change and changes >= ${CHANGES} from current_number) then 'changed_too_often'
  when (select is_change and changes_on_day >= ${CHANGES_A_DAY} from current_number) then 'changed_often_today'`;

const ADOPTED_NUMBER = adoptedHash(['borrower_by_national_id.national_id_hash'], '$nationalIdHashes');

/** CTEs that save the number where the CTE `allowed_verdict` has a row. */
export const SAVED_NUMBER = `allowed as (select exists (select from allowed_verdict) as is_allowed),
   -- A change is counted even when it is refused for something else than the number of changes.
   updated_number as (
     update borrower_by_national_id n set
       national_id_hash = case when is_allowed then ${ADOPTED_NUMBER} else n.national_id_hash end,
       identity_hash = case when is_allowed then ($identityHashes::bytea[])[1] else n.identity_hash end,
       checked_at = case when is_allowed then null else n.checked_at end,
       checked_by = case when is_allowed then null else n.checked_by end,
       checked_file_id = case when is_allowed then null else n.checked_file_id end,
       changes = n.changes + 1, changes_on_day = c.changes_on_day + 1, changed_on = $today::date
     from current_number c, allowed, verdict
     where n.borrower_id = $borrowerId and c.is_change
       and verdict.outcome not in ('loan_open', 'changed_too_often', 'changed_often_today')
   ),
   inserted_number as (
     insert into borrower_by_national_id (borrower_id, national_id_hash, identity_hash)
     select $borrowerId::bigint, ${ADOPTED_NUMBER}, ($identityHashes::bytea[])[1] from allowed_verdict
     where not exists (select from current_number)
   )`;

/** A CTE that saves the number of a borrower who has none. */
export const SAVED_FIRST_NUMBER = `inserted_number as (
  insert into borrower_by_national_id (borrower_id, national_id_hash, identity_hash)
  select $borrowerId::bigint, ${ADOPTED_NUMBER}, ($identityHashes::bytea[])[1]
  where not exists (select from borrower_by_national_id where borrower_id = $borrowerId)
)`;
