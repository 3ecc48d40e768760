import { afterAll, beforeAll, expect, test } from 'vitest';
import { apply, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { dumpDatabase, secretsIn } from '../../../test/database-dump.ts';
import { openText } from '../../platform/sealed-text.ts';
import { resealColumn } from './reseal.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server?.stop());

test('what was written before it was sealed is sealed by the owner while the program works, and erased text stays erased', async () => {
  const borrower = await signUp(server);
  const { orderId } = await apply(borrower);
  await server.query(`update loan_acceptance set purpose = 'for Xcanarosa' where loan_id = $1`, [orderId]);
  await server.query(
    `update loan_decision set review_outcome = 'approve', review_reason = 'Xcanarosa was here',
       reviewed_by = 'staff:mary', reviewed_at = now() where loan_id = $1`,
    [orderId],
  );
  const { orderId: erased } = await apply(await signUp(server));
  for (const column of ['loan_acceptance.purpose', 'loan_decision.review_reason'] as const) {
    expect(await resealColumn(server.owner, server.sealing, column, () => false)).toMatchObject({
      unreadable: [],
    });
  }
  expect(secretsIn(await dumpDatabase(server.owner), ['Xcanarosa'])).toEqual([]);
  const stored = await server.query(
    `select borrower_id, loan_id, purpose, review_reason from loan_acceptance join loan_decision using (borrower_id, loan_id)
     where loan_id = any ($1) order by loan_id`,
    [[orderId, erased]],
  );
  const [row, erasedRow] = stored;
  expect(openText(server.sealing, 'loan_acceptance.purpose', row, row.purpose)).toBe('for Xcanarosa');
  expect(openText(server.sealing, 'loan_decision.review_reason', row, row.review_reason)).toBe(
    'Xcanarosa was here',
  );
  expect(erasedRow).toMatchObject({ loan_id: erased, purpose: '', review_reason: null });
});
