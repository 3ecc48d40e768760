import type { Actor } from '../../book/actor.ts';
import { type Database, statement } from '../../platform/database.ts';

type Use = { requestId: number; actor: Actor; now: Date };

const useStatement = statement<{ request_id: number }, Use>(
  'bulk export: begin',
  `insert into bulk_export (request_id, actor, begun_at) values ($requestId, $actor, $now)
   on conflict (request_id) do nothing returning request_id`,
);

/** Uses an approved request for one file that names people. False where it was used already. */
export async function useApproval(db: Database, use: Use): Promise<boolean> {
  return (await db.row(useStatement, use)) !== undefined;
}
