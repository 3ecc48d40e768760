import { type Database, statement } from '../../platform/database.ts';

const setFaceAsideStatement = statement<never, { borrowerId: number; now: Date }>(
  'face: set checks aside',
  `update face_check set set_aside_at = $now::timestamptz where borrower_id = $borrowerId and set_aside_at is null`,
);

/** The borrower shows the face anew, with all tries. */
export async function setFaceAside(
  db: Pick<Database, 'rows'>,
  of: { borrowerId: number; now: Date },
): Promise<void> {
  await db.rows(setFaceAsideStatement, of);
}
