import pg from 'pg';
import { until } from './borrower-story.ts';
import type { Program } from './program.ts';

/** Waits until this many loans are paid out and not yet repaid. */
export async function untilLoansLive(program: Pick<Program, 'databaseUrl'>, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: await program.databaseUrl() });
  await client.connect();
  try {
    await until(`${count} loans live`, async () => {
      const { rowCount } = await client.query(`select from loan where state = 'active'`);
      return rowCount! >= count;
    });
  } finally {
    await client.end();
  }
}
