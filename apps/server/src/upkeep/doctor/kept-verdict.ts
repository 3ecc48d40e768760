import { type Database, statement } from '../../platform/database.ts';
import { type Examination, faultsIn } from './examination.ts';

const keepVerdictStatement = statement<
  never,
  { now: Date; isSound: boolean; faults: number; notices: number }
>(
  'doctor: keep the verdict',
  `insert into examination_verdict (examined_at, is_sound, faults, notices)
   values ($now, $isSound, $faults, $notices)`,
);

/** Keeps what was found, for the first page of the console. */
export async function keepVerdict(db: Database, { checks }: Examination, now: Date): Promise<void> {
  const faults = faultsIn(checks).length;
  const notices = checks.filter(({ gravity, total }) => gravity === 'notice' && total > 0).length;
  await db.rows(keepVerdictStatement, { now, isSound: faults === 0, faults, notices });
}
