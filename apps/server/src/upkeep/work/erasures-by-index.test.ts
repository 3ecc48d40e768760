import { day } from '@thumba/lending/day';
import { test } from 'vitest';
import { eraseWhatIsDue } from '../personal-data/delete-account.ts';
import { askedBy, EARLIER, expectSameCost, NOW } from './waiting-rows.test-support.ts';

const LONG_AGO = '2024-01-01T00:00:00Z';

test('what deleted accounts leave is erased at the same cost, however many accounts are deleted and wait for their years', async () => {
  type Deletion = {
    from: number;
    deletedAt: string;
    keptUntil?: string;
    purgedAt?: string;
    claimedAt?: string;
  };
  const deletions = (rows: number, deletion: Deletion) =>
    `insert into account_deletion (borrower_id, deleted_at, deleted_on, kept_until, purged_at, message_claimed_at)
     select n, '${deletion.deletedAt}', '2024-01-01', '${deletion.keptUntil ?? '2034-01-01'}',
       ${deletion.purgedAt ? `'${deletion.purgedAt}'` : 'null'}, ${deletion.claimedAt ? `'${deletion.claimedAt}'` : 'null'}
     from generate_series(${deletion.from}, ${deletion.from} + ${rows} - 1) n`;
  const messages = (rows: number, from: number) =>
    `insert into message (borrower_id, loan_id, kind, figures, on_day, created_at)
     select n, n, 'receipt', '{}', '2026-11-21', '${NOW}' from generate_series(${from}, ${from} + ${rows} - 1) n`;
  const events = (rows: number) =>
    `insert into analytics_event (received_at, device_type, app_name, app_version, channel_code, page_id, page_name,
       action_id, action_name, mobile_hash)
     select '${NOW}', 1, '', '', '', '', '', '', '', sha256(n::text::bytea) from generate_series(1, ${rows}) n`;
  const [long, over, late, purged, told] = [1, 500_001, 1_000_001, 2_000_001, 3_000_001];
  await expectSameCost({
    asked: await askedBy((db) => eraseWhatIsDue(db, new Date(NOW), day('2026-11-21'))),
    othersOf: (rows) => [
      deletions(rows, { from: long, deletedAt: LONG_AGO }),
      deletions(rows, { from: over, deletedAt: LONG_AGO, keptUntil: '2024-01-01', purgedAt: '2026-01-01' }),
      messages(rows, 5_000_001),
      events(rows),
    ],
    due: [
      deletions(2, { from: late, deletedAt: NOW }),
      deletions(2, { from: purged, deletedAt: LONG_AGO, keptUntil: '2024-01-01', purgedAt: NOW }),
      deletions(2, { from: told, deletedAt: LONG_AGO, claimedAt: EARLIER }),
      deletions(1, { from: 4_000_001, deletedAt: LONG_AGO, keptUntil: '2024-01-01' }),
      messages(2, told),
    ],
    tables: ['account_deletion', 'message', 'analytics_event'],
  });
});
