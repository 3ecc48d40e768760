import type { ReviewDeps } from '../../apps/server/src/credit/application/review.ts';
import { openDatabase, statement } from '../../apps/server/src/platform/database.ts';
import { operatorsAt } from '../../apps/server/src/staff/terminal/connected-operators.ts';
import { openStaffDesk } from '../../apps/server/src/staff/terminal/staff-desk.ts';
import type { Program } from './program.ts';

/** Does something as staff, on the database of a program that runs. Its server sends the messages and the money. */
export async function asStaffBeside<Result>(
  program: Program,
  act: (deps: ReviewDeps) => Promise<Result>,
): Promise<Result> {
  const db = openDatabase({ url: await program.databaseUrl(), maxConnections: 2 });
  try {
    const desk = await openStaffDesk({ db, variables: { ...program.settings, USER: 'mary' } });
    return await act({
      ...desk,
      sealing: desk.sealing(),
      operators: operatorsAt(desk),
      catalogue: await desk.openCatalogue(),
    });
  } finally {
    await db.close();
  }
}

const waitingStatement = statement<{ loan_id: number }>(
  'test: the order that waits',
  `select loan_id from loan where state = 'applied' order by loan_id limit 1`,
);

/** The application of the demo that waits for a person. */
export async function waitingOrder(program: Program): Promise<number> {
  const row = await asStaffBeside(program, ({ db }) => db.row(waitingStatement, {}));
  return row!.loan_id;
}
