import type { StaffAnswer, StaffBody } from '@thumba/contract/staff/wire';
import { type Outcome, refuse } from '@thumba/lending/outcome';
import { staffActor } from '../../book/actor.ts';
import { findBorrowerOfLoan } from '../../book/loan/queries.ts';
import type { AskedRequest } from '../../book/staff-request.ts';
import { CHANGED_SINCE_SHOWN, refusalUnlessSeen, requestPreview } from '../../book/staff-request-preview.ts';
import { endCoveredHolds } from '../../money/payment/restored-book.ts';
import { closeAgreed } from '../../money/reconciliation/close-agreed.ts';
import { isOwnDifference } from '../../money/reconciliation/difference-owners.ts';
import { findDifference } from '../../money/reconciliation/differences.ts';
import { ignoreDifference } from '../../money/reconciliation/leave-difference.ts';
import { isLeftByOne } from '../../money/reconciliation/probable.ts';
import { done, type Reply, refused } from '../../platform/reply.ts';
import { type StaffPerson, type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import {
  type AskedDifferences,
  askForDifferences,
  digestOfDifferences,
  requestOfDifferences,
  type WantedDifferences,
} from './ask-differences.ts';
import { beginLeaving } from './difference-batch.ts';
import { describeResolutionRefusal, type MatchRefusal } from './difference-refusal-text.ts';
import { askForDifference, type DifferenceDeps, type DifferenceMatch } from './match-difference.ts';

export type DifferenceRouteDeps = DifferenceDeps & {
  isRelated(person: StaffPerson, borrowerId: number): Promise<boolean>;
  fileRequest(asked: AskedRequest, maker: StaffPerson): Promise<Reply<{ requestId: number }>>;
  /** A batch has something to do. */
  onNewBatch(): void;
};

const RELATED = refused(
  403,
  'This is about your own account or that of a relative. Another person has to do it.',
  { reason: 'related' },
);

/** Resolving a difference: what it would do, the request for a second person, and leaving both books as they are. */
export function registerDifferenceRoutes(server: StaffServer, deps: DifferenceRouteDeps): void {
  serveStaff(server, 'previewDifference', async ({ params: { differenceId }, body }, { person }) => {
    // What is asked for needs a reason, what is looked at does not.
    const asked = await ask(deps, { differenceId, match: body.match, reason: 'a preview', person });
    if ('code' in asked) return asked;
    const difference = (await findDifference(deps.db, differenceId))!;
    const { kind, attempt_state: attemptState, gives_back: givesBack } = difference;
    const isAlone = body.match.to === 'leave' && isLeftByOne({ kind, attemptState, givesBack });
    return done({ ...requestPreview(asked.asked), isAlone });
  });

  serveStaff(server, 'askDifference', async ({ params: { differenceId }, body }, caller) => {
    const { person } = caller;
    const { match, reason, digest } = body;
    caller.note({ to: match.to });
    const asked = await ask(deps, { differenceId, match, reason, person });
    if ('code' in asked) return asked;
    return refusalUnlessSeen(asked.asked, digest) ?? deps.fileRequest(asked.asked, person);
  });

  serveStaff(
    server,
    'leaveDifference',
    async ({ params: { differenceId }, body: { reason } }, { person }) => {
      if (await isOwn(deps, person, differenceId)) return RELATED;
      const left = await ignoreDifference(deps, { differenceId, reason, actor: staffActor(person.userName) });
      if (!left.ok) return refusedMatch(left.refusal);
      await closeAgreed(deps);
      await endCoveredHolds(deps);
      return done(null);
    },
  );
}

/** Many alike differences: what resolving them would do, and the request or the batch for it. */
export function registerDifferencesRoutes(server: StaffServer, deps: DifferenceRouteDeps): void {
  serveStaff(server, 'previewDifferences', async ({ body }, { person }) =>
    done(shownMany(await askMany(deps, body, { person, reason: 'a preview' }))),
  );

  serveStaff(server, 'resolveDifferences', async ({ body }, caller) => {
    const { person } = caller;
    const { to, reason, digest } = body;
    const asked = await askMany(deps, body, { person, reason });
    const { differenceIds } = asked;
    caller.note({ to, count: differenceIds.length });
    if (differenceIds.length === 0) return NONE_LEFT;
    if (digest !== digestOfDifferences(asked)) return CHANGED_SINCE_SHOWN;
    if (asked.isAlone) {
      const leaving = { differenceIds, reason, actor: staffActor(person.userName) };
      const batchId = (await beginLeaving(deps, leaving))!;
      deps.onNewBatch();
      return done({ requestId: null, batchId });
    }
    const filed = await deps.fileRequest(requestOfDifferences(asked, reason), person);
    return filed.code === 200 ? done({ ...filed.data, batchId: null }) : filed;
  });
}

const NONE_LEFT = refused(409, 'None of these differences can be resolved so.', { reason: 'none_left' });

function askMany(
  deps: DifferenceRouteDeps,
  { to, differenceIds }: WantedDifferences,
  { person, reason }: { person: StaffPerson; reason: string },
): Promise<AskedDifferences> {
  const isOwn = (borrowerId: number) => deps.isRelated(person, borrowerId);
  const by = { actor: staffActor(person.userName), reason };
  return askForDifferences({ ...deps, isOwn }, { to, differenceIds }, by);
}

function shownMany(asked: AskedDifferences): StaffAnswer<'previewDifferences'> {
  const { title, effect, leftOut, isAlone, differenceIds } = asked;
  return { title, effect, leftOut, isAlone, count: differenceIds.length, digest: digestOfDifferences(asked) };
}

type Wanted = {
  differenceId: number;
  match: StaffBody<'askDifference'>['match'];
  reason: string;
  person: StaffPerson;
};

async function ask(
  deps: DifferenceRouteDeps,
  wanted: Wanted,
): Promise<{ asked: AskedRequest } | Reply<never>> {
  const { person, reason } = wanted;
  const match = await matchOf(deps, wanted);
  if (!match.ok) return refusedMatch(match.refusal);
  const actor = staffActor(person.userName);
  const asked = await askForDifference(deps, match.value, { actor, reason });
  if (!asked.ok) return refusedMatch(asked.refusal);
  const { borrowerId } = asked.value;
  const isRelated = borrowerId !== null && (await deps.isRelated(person, borrowerId));
  return isRelated || (await isOwn(deps, person, wanted.differenceId)) ? RELATED : { asked: asked.value };
}

/** A row without a payment of ours names its borrower by its number or by a claim. */
function isOwn(
  { db, isRelated }: DifferenceRouteDeps,
  person: StaffPerson,
  differenceId: number,
): Promise<boolean> {
  return isOwnDifference(db, differenceId, (borrowerId) => isRelated(person, borrowerId));
}

/** Staff know the number of a loan, which leads to its borrower. */
async function matchOf(
  { db }: DifferenceRouteDeps,
  { differenceId, match }: Wanted,
): Promise<Outcome<DifferenceMatch, MatchRefusal>> {
  switch (match.to) {
    case 'loan': {
      const { loanId } = match;
      const borrowerId = await findBorrowerOfLoan(db, loanId);
      if (borrowerId === undefined) return refuse({ kind: 'no_such_loan' });
      return { ok: true, value: { to: 'loan', differenceId, borrowerId, loanId } };
    }
    case 'payout':
      return { ok: true, value: { to: 'payout', differenceId, attemptId: match.paymentId } };
    default:
      return { ok: true, value: { to: match.to, differenceId } };
  }
}

function refusedMatch(refusal: MatchRefusal): Reply<never> {
  const code = refusal.kind === 'reason_needed' || refusal.kind === 'no_such_loan' ? 400 : 409;
  return refused(code, describeResolutionRefusal(refusal), { reason: refusal.kind });
}
