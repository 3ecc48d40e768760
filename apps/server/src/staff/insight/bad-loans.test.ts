import { endingOf } from '@thumba/lending/what-if';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { IS_BAD } from './applications.ts';

test('the reports call the same loans bad as the what-if does, to the day', async () => {
  const database = await createTestDatabase();
  try {
    const counted = await database.runAsOwner(
      `select l.worst_days_late, ${IS_BAD}
       from (select days as worst_days_late, current_date as disbursed_on from generate_series(28, 33) days) l`,
    );
    const days = [28, 29, 30, 31, 32, 33];
    expect(counted).toEqual(days.map((late) => [late, endingOf('settled', late) === 'bad']));
  } finally {
    await database.drop();
  }
});
