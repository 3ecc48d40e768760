import type { StaffAnswer } from '@thumba/contract/staff/wire';
import type { Day } from '@thumba/lending/day';
import { toKwacha } from '@thumba/lending/money';
import { personOf, staffActor } from '../../book/actor.ts';
import { findBorrowerOfLoan } from '../../book/loan/queries.ts';
import type { Config } from '../../book/settings/config.ts';
import { type NameOf, readStaffNames } from '../../book/staff-names.ts';
import type { Bureau } from '../../credit/bureau/bureau.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { done, NOT_FOUND, refused } from '../../platform/reply.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { decideDispute, openDispute } from './disputes.ts';
import { countListings, type Listing, listListings } from './listings.ts';
import { makeBureauFile, monthBefore } from './make-file.ts';
import { type BureauFile, continueFile, findBureauFile, listBureauFiles, listRejects } from './send-file.ts';
import {
  MADE_BEFORE,
  NO_BUREAU,
  NO_LISTING,
  NO_OPEN_DISPUTE,
  OWN_DISPUTE,
  readSentence,
  SENTENCES,
  silentSentence,
} from './staff-bureau-text.ts';

export type BureauRouteDeps = {
  db: Database;
  sealing: Sealing;
  clock: Clock;
  today(): Day;
  onNewMessages(): void;
  /** Unset where this lender has none. */
  bureau?: Bureau | undefined;
  config: Pick<Config, 'BUREAU_LIST_FROM_DAYS_LATE' | 'BUREAU_WARN_DAYS' | 'BUREAU_PROVIDER_CODE'>;
};

const PAGE_SIZE = 50;

export function registerBureauRoutes(server: StaffServer, deps: BureauRouteDeps): void {
  registerFileRoutes(server, deps);
  registerListingRoutes(server, deps);
}

function registerFileRoutes(server: StaffServer, deps: BureauRouteDeps): void {
  const { db, config } = deps;
  const listFromDaysLate = config.BUREAU_LIST_FROM_DAYS_LATE;

  serveStaff(server, 'listBureauFiles', async () => {
    const [files, counts] = await Promise.all([listBureauFiles(db), countListings(db)]);
    const nameOf = await namesOf(db, files);
    const month = monthBefore(deps.today());
    return done({
      hasBureau: deps.bureau !== undefined,
      listFromDaysLate,
      warnDays: config.BUREAU_WARN_DAYS,
      month,
      isMade: files.some((file) => file.month === month),
      counts,
      files: files.map((file) => fileToWire(file, nameOf)),
    });
  });

  serveStaff(server, 'makeBureauFile', async (_input, { person, note }) => {
    if (!deps.bureau) return refused(409, NO_BUREAU, { reason: 'no_bureau' });
    const made = await makeBureauFile(
      { ...deps, listFromDaysLate, providerCode: config.BUREAU_PROVIDER_CODE },
      person,
    );
    if (!made.ok) return refused(409, MADE_BEFORE, { reason: made.refusal.kind });
    const { fileId, month, records, held, sha256 } = made.value;
    note({ fileId, month, records, held, sha256 });
    const file = (await findBureauFile(db, fileId))!;
    return done(fileToWire(file, await namesOf(db, [file])));
  });

  serveStaff(server, 'continueBureauFile', async ({ params: { fileId } }, { note }) => {
    const { bureau } = deps;
    if (!bureau) return refused(409, NO_BUREAU, { reason: 'no_bureau' });
    const file = await findBureauFile(db, fileId);
    if (!file) return NOT_FOUND;
    const continued = await continueFile({ ...deps, bureau }, file);
    note({ fileId, outcome: continued.kind });
    switch (continued.kind) {
      case 'silent':
        return refused(503, silentSentence(continued.cause), { reason: 'bureau_silent' });
      case 'read':
        return done({ sentence: readSentence(continued.rejected) });
      default:
        return done({ sentence: SENTENCES[continued.kind] });
    }
  });

  serveStaff(server, 'listBureauRejects', async ({ params: { fileId }, query: { after } }) => {
    const rejects = await listRejects(db, { fileId, afterRecord: after, limit: PAGE_SIZE });
    return done({
      items: rejects.map((row) => ({
        record: row.record,
        loanId: row.loan_id,
        code: row.reject_code,
        text: row.reject_text,
      })),
      next: rejects.length === PAGE_SIZE ? rejects.at(-1)!.record : null,
    });
  });
}

function registerListingRoutes(server: StaffServer, deps: BureauRouteDeps): void {
  const { db } = deps;

  serveStaff(server, 'listBureauListings', async ({ query: { state, after } }, { person }) => {
    const rows = await listListings(deps, { state, afterId: after, limit: PAGE_SIZE });
    const nameOf = await readStaffNames(
      db,
      rows.flatMap(({ opened_by: openedBy }) => openedBy ?? []),
    );
    const me = personOf(staffActor(person.userName));
    return done({
      items: rows.map((row) => listingToWire(row, nameOf, me)),
      next: rows.length === PAGE_SIZE ? rows.at(-1)!.listing_id : null,
    });
  });

  serveStaff(server, 'openBureauDispute', async ({ params: { loanId }, body }, { person }) => {
    const borrowerId = (await findBorrowerOfLoan(db, loanId))!;
    const opened = await openDispute(deps, { borrowerId, loanId, reason: body.reason, by: person });
    return opened === undefined ? refused(409, NO_LISTING, { reason: 'no_listing' }) : done(null);
  });

  serveStaff(server, 'decideBureauDispute', async ({ params: { loanId }, body }, { person }) => {
    const borrowerId = (await findBorrowerOfLoan(db, loanId))!;
    const decided = await decideDispute(deps, { borrowerId, loanId, ...body, by: person });
    if (decided.ok) return done(null);
    const { kind } = decided.refusal;
    return refused(409, kind === 'own_dispute' ? OWN_DISPUTE : NO_OPEN_DISPUTE, { reason: kind });
  });
}

function namesOf(db: Database, files: readonly BureauFile[]): Promise<NameOf> {
  return readStaffNames(
    db,
    files.map(({ made_by: madeBy }) => madeBy),
  );
}

function fileToWire(file: BureauFile, nameOf: NameOf): StaffAnswer<'makeBureauFile'> {
  return {
    fileId: file.file_id,
    month: file.month,
    name: file.name,
    madeAt: file.made_at.toISOString(),
    by: nameOf(file.made_by),
    records: file.records,
    held: file.held,
    sha256: file.sha256.toString('hex'),
    sentAt: file.sent_at?.toISOString() ?? null,
    verdict: file.read_at && {
      readAt: file.read_at.toISOString(),
      accepted: file.accepted!,
      rejected: file.rejected!,
    },
  };
}

function listingToWire(
  row: Listing,
  nameOf: NameOf,
  me: string,
): StaffAnswer<'listBureauListings'>['items'][number] {
  return {
    listingId: row.listing_id,
    loanId: row.loan_id,
    borrowerId: row.borrower_id,
    warnedOn: row.warned_on,
    listFromOn: row.list_from_on,
    listedIn: row.listed_in,
    owed: toKwacha(row.owed_ngwee),
    isComplaintOpen: row.is_complaint_open,
    dispute:
      row.dispute_id === null
        ? null
        : {
            disputeId: row.dispute_id,
            openedAt: row.opened_at!.toISOString(),
            by: nameOf(row.opened_by!),
            reason: row.reason!,
            isMine: personOf(row.opened_by!) === me,
          },
  };
}
