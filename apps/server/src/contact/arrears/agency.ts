import { createHash } from 'node:crypto';
import type { Day } from '@thumba/lending/day';
import { type Ngwee, toKwacha } from '@thumba/lending/money';
import { csvLine, textCell } from '../../accounting/report/write-csv.ts';
import { type Actor, staffActor } from '../../book/actor.ts';
import { openIdentity } from '../../people/borrower/applicant.ts';
import { toDate } from '../../platform/clock.ts';
import { type Database, statement, type Transaction } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { OWED } from './arrears-step.ts';
import type { CallDeps, Caller, OfLoan } from './contact-state.ts';
import { takeBack } from './take-back.ts';

export type Placement = {
  borrower_id: number;
  placement_id: number;
  agency: string;
  placed_on: Day;
  owed_ngwee: Ngwee;
  actor: Actor;
  approved_by: Actor;
  placed_file_id: number | null;
};

const findStatement = statement<Placement, OfLoan>(
  'agency: where a loan is',
  `select borrower_id, placement_id, agency, placed_on, owed_ngwee, actor, approved_by, placed_file_id
   from agency_placement where borrower_id = $borrowerId and loan_id = $loanId and ended_on is null`,
);

/** The agency that has a loan now. */
export function findPlacement(db: Database, { borrowerId, loanId }: OfLoan): Promise<Placement | undefined> {
  return db.row(findStatement, { borrowerId, loanId });
}

type Placed = OfLoan & {
  agency: string;
  requestId: number;
  on: Day;
  now: Date;
  actor: Actor;
  approvedBy: Actor;
  owedNgwee: Ngwee;
};

const placeStatement = statement<never, Placed>(
  'agency: hand a loan over',
  `insert into agency_placement (borrower_id, loan_id, agency, request_id, placed_on, placed_at, actor, approved_by, owed_ngwee)
   values ($borrowerId, $loanId, $agency, $requestId, $on, $now, $actor, $approvedBy, $owedNgwee)
   on conflict do nothing`,
);

const isOfRequestStatement = statement<{ agency: string }, { requestId: number }>(
  'agency: what a request handed over',
  'select agency from agency_placement where request_id = $requestId',
);

/** The agency that a request handed a loan to. */
export async function agencyOfRequest(db: Database, requestId: number): Promise<string | undefined> {
  return (await db.row(isOfRequestStatement, { requestId }))?.agency;
}

/** Hands a loan to an agency. False where another request did it in between. */
export async function place(db: Database, placed: Placed): Promise<boolean> {
  await db.rows(placeStatement, placed);
  return (await agencyOfRequest(db, placed.requestId)) !== undefined;
}

const recallStatement = statement<
  { placement_id: number },
  { borrowerId: number; placementId: number; on: Day; actor: Actor; noteSealed: Buffer }
>(
  'agency: recall a loan',
  `update agency_placement set ended_because = 'recalled', ended_on = $on, ended_by = $actor, end_note_sealed = $noteSealed
   where borrower_id = $borrowerId and placement_id = $placementId and ended_on is null returning placement_id`,
);

/** Takes a loan back from its agency. False where it is with none. */
export async function recall(
  { db, sealing, today }: CallDeps,
  of: OfLoan,
  { reason, by }: { reason: string; by: Caller },
): Promise<boolean> {
  const placement = await findPlacement(db, of);
  if (!placement) return false;
  const { borrower_id: borrowerId, placement_id: placementId } = placement;
  const recalled = await db.row(recallStatement, {
    ...{ borrowerId, placementId },
    on: today(),
    actor: staffActor(by.userName),
    noteSealed: sealing.seal('agency_placement.end_note_sealed', placement, reason),
  });
  return recalled !== undefined;
}

export type AgencySums = { agency: string; loans: number; not_told: number; stops_not_told: number };

const sumStatement = statement<AgencySums>(
  'agency: what each agency has',
  `select agency, sum(loans)::integer as loans, sum(not_told)::integer as not_told,
     sum(stops_not_told)::integer as stops_not_told
   from (
     select agency, count(*) as loans, count(*) filter (where placed_file_id is null) as not_told, 0 as stops_not_told
     from agency_placement where ended_on is null group by agency
     union all
     select agency, 0, 0, count(*) from agency_placement
     where ended_on is not null and placed_file_id is not null and ended_file_id is null group by agency
   ) part group by agency order by agency`,
);

export function sumAgencies(db: Database): Promise<AgencySums[]> {
  return db.rows(sumStatement, {});
}

const MOST_SHOWN = 50;

export type AgencyFileRow = {
  file_id: number;
  agency: string;
  made_at: Date;
  actor: Actor;
  loans: number;
  stops: number;
  sha256: Buffer;
};

const listFilesStatement = statement<AgencyFileRow>(
  'agency: newest files',
  `select file_id, agency, made_at, actor, loans, stops, sha256 from agency_file
   order by file_id desc limit ${MOST_SHOWN}`,
);

export function listAgencyFiles(db: Database): Promise<AgencyFileRow[]> {
  return db.rows(listFilesStatement, {});
}

/** For so many days each file says again that an agency must leave a loan, because a file can be lost. */
const STOPS_SAID_DAYS = 30;

type ToCollect = {
  borrower_id: number;
  loan_id: number;
  language: string;
  late_since_on: Day;
  days_late: number;
  owed_ngwee: Ngwee;
  mobile_sealed: Buffer;
  identity_sealed: Buffer | null;
};

const toCollectStatement = statement<ToCollect, { agency: string; on: Day }>(
  'agency: loans to collect',
  `select p.borrower_id, p.loan_id, b.language, min(n.due_on) as late_since_on, $on::date - min(n.due_on) as days_late,
     sum(${OWED})::bigint as owed_ngwee, b.mobile_sealed, i.identity_sealed
   from agency_placement p join instalment n using (borrower_id, loan_id)
     join borrower b using (borrower_id) left join borrower_identity i using (borrower_id)
   where p.agency = $agency and p.ended_on is null and n.state <> 'settled'
   group by p.borrower_id, p.loan_id, b.language, b.mobile_sealed, i.identity_sealed
   order by p.loan_id`,
);

/** A loan that was handed over once more is no longer to be left. */
const toStopStatement = statement<{ loan_id: number }, { agency: string; on: Day }>(
  'agency: loans to leave',
  `select distinct loan_id from (
     select borrower_id, loan_id from agency_placement
     where agency = $agency and ended_on is not null and placed_file_id is not null and ended_file_id is null
     union all
     select borrower_id, loan_id from agency_placement
     where agency = $agency and ended_on > $on::date - ${STOPS_SAID_DAYS} and placed_file_id is not null
   ) ended
   where not exists (select from agency_placement p
     where p.borrower_id = ended.borrower_id and p.loan_id = ended.loan_id and p.agency = $agency and p.ended_on is null)
   order by loan_id`,
);

const insertFileStatement = statement<
  { file_id: number },
  { agency: string; on: Day; now: Date; actor: Actor; loans: number; stops: number; sha256: Buffer }
>(
  'agency: insert a file',
  `insert into agency_file (agency, on_day, made_at, actor, loans, stops, sha256)
   values ($agency, $on, $now, $actor, $loans, $stops, $sha256) returning file_id`,
);

const noteTold = statement<never, { agency: string; fileId: number }>(
  'agency: note which loans a file told of',
  `update agency_placement set placed_file_id = $fileId
   where agency = $agency and ended_on is null and placed_file_id is null`,
);

const noteStopsTold = statement<never, { agency: string; fileId: number }>(
  'agency: note which ends a file told of',
  `update agency_placement set ended_file_id = $fileId
   where agency = $agency and ended_on is not null and placed_file_id is not null and ended_file_id is null`,
);

/** Files of one agency are made one after the other, and no loan is handed over or recalled meanwhile. */
const lockStatement = statement<never>(
  'agency: lock placements',
  'lock table agency_placement in share row exclusive mode',
);

const COLUMNS = [
  'action',
  'loan',
  'name',
  'number',
  'language',
  'late_since',
  'days_late',
  'owed_kwacha',
] as const;

export type AgencyFile = {
  fileId: number;
  fileName: string;
  text: string;
  loans: number;
  stops: number;
  sha256: string;
};

/**
 * Makes the file for an agency: all loans that it is to collect now, and those that it must leave. It has what a call to
 * the borrower needs and nothing else (docs/rules/arrears.md).
 */
export function makeAgencyFile(
  { db, sealing, clock, today }: CallDeps,
  agency: string,
  by: Caller,
): Promise<AgencyFile> {
  const on = today();
  return db.inTransaction(async (transaction) => {
    await transaction.rows(lockStatement, {});
    await takeBack(transaction, on);
    const collected = await transaction.rows(toCollectStatement, { agency, on });
    const stopped = await transaction.rows(toStopStatement, { agency, on });
    const text = [
      csvLine(COLUMNS),
      ...collected.map((row) => collectLine(sealing, row)),
      ...stopped.map(({ loan_id: loanId }) =>
        csvLine(['stop', String(loanId), ...COLUMNS.slice(2).map(() => '')]),
      ),
    ].join('');
    const sha256 = createHash('sha256').update(text).digest();
    const counts = { loans: collected.length, stops: stopped.length };
    const fileId = await noteFile(transaction, {
      ...{ agency, on, sha256 },
      ...counts,
      now: toDate(clock.nowMs()),
      actor: staffActor(by.userName),
    });
    return { fileId, fileName: `loans-${on}-${fileId}.csv`, text, ...counts, sha256: sha256.toString('hex') };
  });
}

async function noteFile(
  transaction: Transaction,
  file: { agency: string; on: Day; now: Date; actor: Actor; loans: number; stops: number; sha256: Buffer },
): Promise<number> {
  const { file_id: fileId } = (await transaction.row(insertFileStatement, file))!;
  await transaction.rows(noteTold, { agency: file.agency, fileId });
  await transaction.rows(noteStopsTold, { agency: file.agency, fileId });
  return fileId;
}

function collectLine(sealing: Sealing, row: ToCollect): string {
  const { borrower_id: borrowerId, identity_sealed: identitySealed } = row;
  const identity = identitySealed && openIdentity(sealing, borrowerId, identitySealed);
  const mobile = sealing.open('borrower.mobile_sealed', row, row.mobile_sealed);
  return csvLine([
    'collect',
    String(row.loan_id),
    textCell(identity ? `${identity.firstName} ${identity.lastName}` : ''),
    mobile,
    row.language,
    row.late_since_on,
    String(row.days_late),
    toKwacha(row.owed_ngwee).toFixed(2),
  ]);
}
