import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { toKwacha } from '@thumba/lending/money';
import { type NameOf, readStaffNames } from '../../book/staff-names.ts';
import type { Database } from '../../platform/database.ts';
import { done, NOT_FOUND } from '../../platform/reply.ts';
import { maskMobile, type Sealing } from '../../platform/sealing.ts';
import { type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { batchItems, type CountedBatch, findBatch, listBatches } from './difference-batches.ts';
import { type FoundDifference, factsOf, readDifferencePage, readOpenTotals } from './difference-pages.ts';
import { type Probable, possibleEnds } from './probable.ts';
import { readDifference, type WholeDifference } from './read-difference.ts';

type OpenRequest = NonNullable<StaffAnswer<'getDifference'>['openRequest']>;

export type DifferenceReadDeps = {
  db: Database;
  sealing: Sealing;
  /** The request for a difference that is not done yet. */
  openRequestOf(differenceId: number): Promise<OpenRequest | null>;
};

/** Where the statements of operators and our payments differ, with what is probable. */
export function registerDifferenceReads(server: StaffServer, deps: DifferenceReadDeps): void {
  const { db } = deps;

  serveStaff(server, 'listDifferences', async ({ query }) => {
    const operator = query.operator ?? null;
    const statementId = query.statementId ?? null;
    const isResolved = query.state === 'resolved';
    const [{ differences, next }, totals] = await Promise.all([
      readDifferencePage(db, {
        ...{ operator, statementId, isResolved, kind: query.kind ?? null, probable: query.probable ?? null },
        ...{ after: query.after ?? null, pageSize: query.pageSize },
      }),
      isResolved ? [] : readOpenTotals(db, { operator, statementId }),
    ]);
    return done({
      items: differences.map(({ row, probable }) => shown(row, probable)),
      next,
      kinds: totals.map(({ kind, count, statement_ngwee, attempt_ngwee }) => ({
        ...{ kind, count },
        operatorAmount: toKwacha(statement_ngwee),
        ourAmount: toKwacha(attempt_ngwee),
      })),
    });
  });

  serveStaff(server, 'getDifference', async ({ params: { differenceId } }) => {
    const whole = await readDifference(deps, differenceId);
    if (!whole) return NOT_FOUND;
    const { row, probable, mobile } = whole;
    return done({
      ...shown(row, probable),
      paymentId: row.attempt_id,
      paymentState: row.attempt_state,
      maskedMobile: mobile === null ? null : maskMobile(mobile),
      tickets: row.tickets,
      loans: row.loans,
      possible: possibleEnds({ ...factsOf(row), state: row.state }),
      probablePaymentId: probable?.payoutId ?? null,
      openRequest: await deps.openRequestOf(differenceId),
      end: await shownEnd(db, whole),
    });
  });
}

/** Many differences that are resolved together: how far each batch came. */
export function registerBatchReads(server: StaffServer, { db }: Pick<DifferenceReadDeps, 'db'>): void {
  serveStaff(server, 'listDifferenceBatches', async ({ query: { before, pageSize } }) => {
    const found = await listBatches(db, { before: before ?? null, limit: pageSize + 1 });
    const batches = found.slice(0, pageSize);
    const nameOf = await namesOf(db, batches);
    return done({ items: batches.map((one) => shownBatch(one, nameOf)), isMore: found.length > pageSize });
  });

  serveStaff(server, 'readDifferenceBatch', async ({ params: { batchId } }) => {
    const batch = await findBatch(db, batchId);
    if (!batch) return NOT_FOUND;
    const items = await batchItems(db, batchId);
    return done({
      ...shownBatch(batch, await namesOf(db, [batch])),
      items: items.map(({ difference_id: differenceId, state, refusal: sentence }) => ({
        ...{ differenceId, state, sentence },
      })),
    });
  });
}

function namesOf(db: Database, batches: readonly CountedBatch[]): Promise<NameOf> {
  return readStaffNames(
    db,
    batches.flatMap(({ actor, approved_by }) => (approved_by ? [actor, approved_by] : [actor])),
  );
}

function shownBatch(
  batch: CountedBatch,
  nameOf: NameOf,
): StaffAnswer<'listDifferenceBatches'>['items'][number] {
  const { total, done: doneCount, refused, reason, actor, approved_by: approvedBy } = batch;
  return {
    batchId: batch.batch_id,
    to: batch.resolution,
    requestId: batch.request_id,
    ...{ reason, total, refused, done: doneCount },
    by: nameOf(actor),
    approvedBy: approvedBy && nameOf(approvedBy),
    begunAt: batch.begun_at.toISOString(),
    endedAt: batch.ended_at?.toISOString() ?? null,
  };
}

type Shown = StaffAnswer<'listDifferences'>['items'][number];

function shown(row: FoundDifference, probable: Probable | null): Shown {
  return {
    differenceId: row.difference_id,
    statementId: row.statement_id,
    ...{ operator: row.operator, kind: row.kind, direction: row.direction, state: row.state, line: row.line },
    operatorReference: row.operator_reference,
    borrowerId: row.borrower_id,
    operatorAmount: kwachaOrNull(row.statement_ngwee),
    ourAmount: kwachaOrNull(row.attempt_ngwee),
    happenedAt: row.happened_at.toISOString(),
    foundAt: row.found_at.toISOString(),
    probable: probable?.end ?? null,
    probableLoanId: probable?.loanId ?? null,
    isClaimed: row.tickets.length > 0,
  };
}

function kwachaOrNull(ngwee: number | null): number | null {
  return ngwee === null ? null : toKwacha(ngwee);
}

async function shownEnd(
  db: Database,
  { end }: WholeDifference,
): Promise<StaffAnswer<'getDifference'>['end']> {
  const { resolution, reason, actor, approved_by: approvedBy } = end;
  if (resolution === null || actor === null) return null;
  const nameOf = await readStaffNames(db, approvedBy ? [actor, approvedBy] : [actor]);
  return {
    resolution,
    reason: reason ?? '',
    by: nameOf(actor),
    approvedBy: approvedBy && nameOf(approvedBy),
    at: end.resolved_at?.toISOString() ?? null,
    requestId: end.request_id,
    loanId: end.posting_loan_id,
  };
}
