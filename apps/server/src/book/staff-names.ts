import { type Database, statement } from '../platform/database.ts';
import { type Actor, personOf } from './actor.ts';

/** What staff read of an actor. */
export type NameOf = (actor: Actor) => string;

const readNamesStatement = statement<
  { user_name: string; name: string; is_shared: boolean },
  { userNames: string[] }
>(
  'staff names: read',
  `select m.user_name, m.name, exists (select from staff_member o
     where lower(o.name) = lower(m.name) and o.staff_id <> m.staff_id) as is_shared
   from staff_member m where m.user_name = any ($userNames::text[])`,
);

/**
 * The full names of these people of staff. Where two have the same name, the user name stands beside it. An actor without
 * an account, such as a person at the terminal, keeps the name under which they acted.
 */
export async function readStaffNames(db: Database, actors: readonly Actor[]): Promise<NameOf> {
  const userNames = [...new Set(actors.filter(isOfStaff).map(personOf))];
  const rows = userNames.length === 0 ? [] : await db.rows(readNamesStatement, { userNames });
  const names = new Map(
    rows.map((row) => [row.user_name, row.is_shared ? `${row.name} (${row.user_name})` : row.name]),
  );
  return (actor) => (isOfStaff(actor) ? names.get(personOf(actor)) : undefined) ?? personOf(actor);
}

function isOfStaff(actor: Actor): boolean {
  return actor.startsWith('staff:');
}
