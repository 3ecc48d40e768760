import type { Day } from '@thumba/lending/day';
import type { Actor } from '../../book/actor.ts';
import type { Bureau, RejectedRecord } from '../../credit/bureau/bureau.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { FILE_HEAD } from './file-line.ts';

export type BureauFile = {
  file_id: number;
  month: string;
  name: string;
  on_day: Day;
  made_by: Actor;
  made_at: Date;
  records: number;
  held: number;
  sha256: Buffer;
  sent_at: Date | null;
  accepted: number | null;
  rejected: number | null;
  read_at: Date | null;
};

const FILE = `file_id, month, name, on_day, made_by, made_at, records, held, sha256, sent_at, accepted, rejected, read_at`;

const findStatement = statement<BureauFile, { fileId: number }>(
  'bureau: find a file',
  `select ${FILE} from bureau_file where file_id = $fileId`,
);

const MOST_SHOWN = 60;

const listStatement = statement<BureauFile>(
  'bureau: newest files',
  `select ${FILE} from bureau_file order by file_id desc limit ${MOST_SHOWN}`,
);

export function listBureauFiles(db: Database): Promise<BureauFile[]> {
  return db.rows(listStatement, {});
}

export function findBureauFile(db: Database, fileId: number): Promise<BureauFile | undefined> {
  return db.row(findStatement, { fileId });
}

type SealedLine = { borrower_id: number; file_id: number; loan_id: number; line_sealed: Buffer };

const linesStatement = statement<SealedLine, { fileId: number }>(
  'bureau: lines of a file',
  `select borrower_id, file_id, loan_id, line_sealed from bureau_file_row where file_id = $fileId order by record`,
);

/** The text of a file as it was made. What was erased of it since is missing. */
async function readBureauFile(
  { db, sealing }: { db: Database; sealing: Sealing },
  fileId: number,
): Promise<string> {
  const rows = await db.rows(linesStatement, { fileId });
  const lines = rows.map((row) => sealing.open('bureau_file_row.line_sealed', row, row.line_sealed));
  return [FILE_HEAD, ...lines].join('');
}

const sentStatement = statement<never, { fileId: number; now: Date }>(
  'bureau: note that a file was sent',
  'update bureau_file set sent_at = $now where file_id = $fileId and sent_at is null',
);

/** In one statement, so that a verdict is read whole or not at all. */
const verdictStatement = statement<
  never,
  { fileId: number; accepted: number; rejects: string; rejected: number; now: Date }
>(
  'bureau: note the verdict on a file',
  `with reject as (
     select * from json_to_recordset($rejects::json) as r(record integer, code text, text text)
   ),
   noted as (
     update bureau_file_row w set reject_code = reject.code, reject_text = reject.text
     from reject where w.file_id = $fileId and w.record = reject.record
   )
   update bureau_file set accepted = $accepted, rejected = $rejected, read_at = $now
   where file_id = $fileId and read_at is null`,
);

type Continued =
  | { kind: 'sent' | 'waiting' | 'done' }
  | { kind: 'read'; rejected: number }
  | { kind: 'silent'; cause: string };

type SendDeps = { db: Database; sealing: Sealing; clock: Clock; bureau: Bureau };

/** Sends a file, or reads what the bureau says of one that was sent. */
export async function continueFile(deps: SendDeps, file: BureauFile): Promise<Continued> {
  const { db, bureau, clock } = deps;
  const { file_id: fileId, name } = file;
  if (file.read_at !== null) return { kind: 'done' };
  if (file.sent_at === null) {
    const sent = await bureau.sendFile(name, await readBureauFile(deps, fileId));
    if (sent.kind === 'silent') return sent;
    await db.rows(sentStatement, { fileId, now: toDate(clock.nowMs()) });
    return { kind: 'sent' };
  }
  const verdict = await bureau.readVerdict(name);
  if (verdict.kind === 'silent') return verdict;
  if (verdict.kind === 'not_yet') return { kind: 'waiting' };
  const { accepted, rejected } = verdict;
  if (!isOfFile(file, accepted, rejected)) return { kind: 'silent', cause: 'other_file' };
  await db.rows(verdictStatement, {
    ...{ fileId, accepted },
    rejects: JSON.stringify(rejected),
    rejected: rejected.length,
    now: toDate(clock.nowMs()),
  });
  return { kind: 'read', rejected: rejected.length };
}

/** Each record is accepted or rejected once. A verdict of other figures is about another file. */
function isOfFile({ records }: BureauFile, accepted: number, rejected: readonly RejectedRecord[]): boolean {
  const places = new Set(rejected.map(({ record }) => record));
  return (
    accepted + rejected.length === records &&
    places.size === rejected.length &&
    rejected.every(({ record }) => record <= records)
  );
}

type Reject = {
  record: number;
  borrower_id: number;
  loan_id: number;
  reject_code: string;
  reject_text: string;
};

const rejectsStatement = statement<Reject, { fileId: number; afterRecord: number; limit: number }>(
  'bureau: records that were rejected',
  `select record, borrower_id, loan_id, reject_code, reject_text from bureau_file_row
   where file_id = $fileId and reject_code is not null and record > $afterRecord
   order by record limit $limit`,
);

export function listRejects(
  db: Database,
  of: { fileId: number; afterRecord: number; limit: number },
): Promise<Reject[]> {
  return db.rows(rejectsStatement, of);
}
