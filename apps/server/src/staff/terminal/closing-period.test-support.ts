import type { Day } from '@thumba/lending/day';
import type { AppServer } from '../../../test/app-server.ts';
import type { Database, Statement, Transaction } from '../../platform/database.ts';
import { deskBeside } from './staff-desk.test-support.ts';
import type { StaffDesk } from './staff-desk.ts';

/** The desk of mary, on which the book is closed through a day right after the first run of the statement `afterwards`. */
export async function deskWhilePeriodCloses(
  server: AppServer,
  closing: { throughOn: Day; afterwards: string },
): Promise<StaffDesk> {
  const desk = await deskBeside(server);
  let isClosed = false;

  function watched(db: Transaction): Transaction {
    async function rows<Row, Values extends object>(wanted: Statement<Row, Values>, values: Values) {
      const found = await db.rows(wanted, values);
      if (wanted.name === closing.afterwards && !isClosed) {
        isClosed = true;
        await server.query('update book_closing set closed_through_on = $1', [closing.throughOn]);
      }
      return found;
    }
    return { rows, row: async (wanted, values) => (await rows(wanted, values))[0] };
  }

  const inTransaction: Database['inTransaction'] = (work) =>
    desk.db.inTransaction((transaction) => work({ ...transaction, ...watched(transaction) }));
  return { ...desk, db: { ...desk.db, ...watched(desk.db), inTransaction } };
}
