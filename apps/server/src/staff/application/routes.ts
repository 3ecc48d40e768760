import type { StaffAnswer, StaffBody } from '@thumba/contract/staff/wire';
import { formatKwacha, toKwacha } from '@thumba/lending/money';
import { type Actor, staffActor } from '../../book/actor.ts';
import type { LiveSettings } from '../../book/lender-setting/live-settings.ts';
import { readStaffNames } from '../../book/staff-names.ts';
import type { AskedRequest } from '../../book/staff-request.ts';
import type { CounterOfferDeps } from '../../credit/application/counter-offer.ts';
import { readCounterOffers } from '../../credit/application/read-counter-offer.ts';
import { readAskedEvidence } from '../../credit/application/read-evidence.ts';
import { type ReviewChoice, reviewApplication } from '../../credit/application/review.ts';
import { rulesAgainst } from '../../credit/application/rules-now.ts';
import { recordLooks } from '../../people/authentication/staff-looks.ts';
import { toDate } from '../../platform/clock.ts';
import type { Files } from '../../platform/files.ts';
import { done, NOT_FOUND, refused } from '../../platform/reply.ts';
import { type StaffPerson, type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { borrowerReads } from './borrower-reads.ts';
import { type Claim, findClaim, keepClaim, leaveClaim, takeClaim, takeNextClaim } from './claims.ts';
import { registerCounterOfferRoutes } from './counter-offer-routes.ts';
import { evidenceOf, offerOf, viewOf } from './decision-view.ts';
import { findingsOf } from './findings.ts';
import { findHeld, holdMinutesOf, refusedReview, STALE, taken, WAITS_NO_LONGER } from './held.ts';
import { askForOverride } from './override.ts';
import { readApplicationPicture } from './pictures.ts';
import { countQueue, listQueue, type QueuedApplication, readWaitState } from './queue.ts';
import { findWaiting, readReview } from './read-review.ts';
import { pictureTitles } from './review-words.ts';
import { shownOf } from './shown-token.ts';

export type ApplicationRouteDeps = CounterOfferDeps & {
  files: Files;
  lenderSettings: LiveSettings;
  /** Files a request for a second person. Undefined where one for the same thing waits already. */
  fileRequest(
    asked: AskedRequest,
    of: { maker: { actor: Actor; staffId: number }; now: Date },
  ): Promise<number | undefined>;
};

/** Applications that wait for a person: the queue, the view for a decision, and the decision. */
export function registerApplicationRoutes(server: StaffServer, deps: ApplicationRouteDeps): void {
  registerQueueRoutes(server, deps);
  registerViewRoutes(server, deps);
  registerDecisionRoutes(server, deps);
  registerCounterOfferRoutes(server, deps);
}

function registerQueueRoutes(server: StaffServer, deps: ApplicationRouteDeps): void {
  const { db, clock } = deps;
  const now = () => toDate(clock.nowMs());
  const holdMinutes = () => holdMinutesOf(deps);

  serveStaff(server, 'listApplications', async ({ query: { page, pageSize } }, { person }) => {
    const [counted, rows] = await Promise.all([
      countQueue(db),
      listQueue(db, { now: now(), offset: (page - 1) * pageSize, limit: pageSize }),
    ]);
    return done({ ...counted, items: rows.map((row) => queued(row, person)) });
  });

  serveStaff(server, 'takeNextApplication', async ({ body }, caller) => {
    const { staffId } = caller.person;
    const loanId = await takeNextClaim(db, {
      ...{ staffId, afterLoanId: body.afterLoanId ?? null },
      ...{ now: now(), holdMinutes: holdMinutes() },
    });
    caller.note({ loanId: loanId ?? null });
    return done({ loanId: loanId ?? null });
  });

  serveStaff(server, 'takeApplication', async ({ params: { loanId } }, { person }) => {
    const claim = await takeClaim(db, {
      ...{ loanId, staffId: person.staffId },
      ...{ now: now(), holdMinutes: holdMinutes() },
    });
    if (!claim) return WAITS_NO_LONGER;
    return claim.staffId === person.staffId ? done({ holder: holderOf(claim, person) }) : taken(claim);
  });

  serveStaff(server, 'leaveApplication', async ({ params: { loanId } }, { person }) => {
    await leaveClaim(db, { loanId, staffId: person.staffId });
    return done(null);
  });
}

function registerViewRoutes(server: StaffServer, deps: ApplicationRouteDeps): void {
  const { db } = deps;

  serveStaff(server, 'getApplication', async ({ params: { loanId } }, { person, isTimer }) => {
    const now = toDate(deps.clock.nowMs());
    const waiting = await findWaiting(db, loanId);
    if (!waiting) return WAITS_NO_LONGER;
    const { borrowerId } = waiting.loan;
    const look = { staffName: person.userName, reason: reasonOf(loanId), now };
    await recordLooks(db, { borrowerIds: [borrowerId], subject: 'application', ...look });
    if (!isTimer)
      await keepClaim(db, { loanId, staffId: person.staffId, now, holdMinutes: holdMinutesOf(deps) });
    const application = await readReview(deps, loanId);
    if (!application) return WAITS_NO_LONGER;
    const others = application.others.map((other) => other.borrowerId);
    await recordLooks(db, { borrowerIds: others, subject: 'duplicate', ...look });
    const reviewers = application.reviews.map(({ actor }) => actor);
    const [claim, wait, asked, offers, against, reads, nameOf] = await Promise.all([
      findClaim(db, { loanId, now }),
      readWaitState(db, { borrowerId, loanId }),
      readAskedEvidence(db, { borrowerId, loanId }),
      readCounterOffers(deps, { borrowerId, loanId }),
      rulesAgainst(db, application.facts, { loan: application.loan, on: deps.today() }),
      borrowerReads(db, application.loan.terms.principalNgwee),
      readStaffNames(db, reviewers),
    ]);
    return done({
      ...viewOf(application, nameOf, deps.clock.nowMs()),
      holder: claim ? holderOf(claim, person) : null,
      isWithChecker: wait.is_with_checker,
      pictureAskedAgain: wait.picture_asked_again,
      evidence: asked.map(evidenceOf),
      offers: offers.map(offerOf),
      against: findingsOf(against),
      borrowerReads: reads,
    });
  });

  serveStaff(server, 'getApplicationPicture', async ({ params: { loanId, picture: name } }, { person }) => {
    const now = toDate(deps.clock.nowMs());
    const waiting = await findWaiting(db, loanId);
    if (!waiting) return WAITS_NO_LONGER;
    const { borrowerId } = waiting.loan;
    const { staffId, userName: staffName } = person;
    await keepClaim(db, { loanId, staffId, now, holdMinutes: holdMinutesOf(deps) });
    const look = { staffName, reason: reasonOf(loanId), now };
    const picture = await readApplicationPicture(deps, { borrowerId, loanId, name, ...look });
    return picture
      ? done({ mediaType: picture.mediaType, base64: picture.bytes.toString('base64') })
      : NOT_FOUND;
  });
}

function registerDecisionRoutes(server: StaffServer, deps: ApplicationRouteDeps): void {
  const { db } = deps;

  serveStaff(server, 'decideApplication', async ({ params: { loanId }, body }, caller) => {
    const { person } = caller;
    caller.note(detailOf(body));
    const held = await findHeld(deps, loanId, person);
    if ('code' in held) return held;
    const shown = await shownOf(db, held.loan.borrowerId, body.shown);
    if (!shown) return STALE;
    const { userName: staffName, staffId } = person;
    const choice = choiceOf(body);
    const request = { ...choice, loanId, shown, reason: body.note, staffName };
    const reviewed = await reviewApplication(deps, request);
    if (!reviewed.ok) return refusedReview(reviewed.refusal);
    await leaveClaim(db, { loanId, staffId });
    return done({ sentence: sentenceOf(loanId, choice, formatKwacha(reviewed.value.receivedNgwee)) });
  });

  serveStaff(server, 'requestOverride', async ({ params: { loanId }, body }, { person }) => {
    const held = await findHeld(deps, loanId, person);
    if ('code' in held) return held;
    const { loan, accountId } = held;
    if (!(await shownOf(db, loan.borrowerId, body.shown))) return STALE;
    const { userName: staffName } = person;
    const asked = await askForOverride(deps, { loan, accountId, ...body, staffName });
    if (!asked)
      return refused(409, 'No rule declines this application. You can approve it yourself.', {
        reason: 'no_rule_against',
      });
    const now = toDate(deps.clock.nowMs());
    const actor = staffActor(staffName);
    const { staffId } = person;
    const requestId = await deps.fileRequest(asked, { maker: { actor, staffId }, now });
    if (requestId === undefined)
      return refused(409, 'A second person is asked already.', { reason: 'waits_already' });
    await leaveClaim(db, { loanId, staffId });
    return done({ requestId });
  });
}

type Decision = StaffBody<'decideApplication'>;

function choiceOf(body: Decision): ReviewChoice {
  switch (body.outcome) {
    case 'approve':
      return { outcome: 'approve' };
    case 'decline':
      return { outcome: 'decline', reasonCode: body.reasonCode };
    case 'send_back':
      return { outcome: 'send_back', picture: body.picture };
    case 'ask_evidence':
      return { outcome: 'ask_evidence', evidence: body.evidence };
  }
}

function detailOf(body: Decision): Record<string, unknown> {
  const { note: _, shown: __, ...detail } = body;
  return detail;
}

function sentenceOf(loanId: number, choice: ReviewChoice, amount: string): string {
  switch (choice.outcome) {
    case 'approve':
      return `Application ${loanId} is approved: ${amount} is on its way.`;
    case 'decline':
      return `Application ${loanId} is declined.`;
    case 'send_back':
      return `Application ${loanId} waits for ${pictureTitles[choice.picture]}. The borrower is told by SMS.`;
    case 'ask_evidence':
      return `Application ${loanId} waits for evidence. The borrower is told by SMS.`;
    case 'counter_offer':
      return `Application ${loanId} waits for the answer to the offer. The borrower is told by SMS.`;
  }
}

function reasonOf(loanId: number): string {
  return `review of order ${loanId}`;
}

type Queued = StaffAnswer<'listApplications'>['items'][number];

function queued(row: QueuedApplication, person: StaffPerson): Queued {
  return {
    loanId: row.loan_id,
    appliedAt: row.applied_at.toISOString(),
    amount: toKwacha(row.principal_ngwee),
    productName: row.product_name,
    termDays: row.term_days,
    reasons: findingsOf(row.reasons),
    isAnotherLook: row.is_another_look,
    isWithChecker: row.is_with_checker,
    holder:
      row.claim_staff_id === null
        ? null
        : holderOf(
            { staffId: row.claim_staff_id, name: row.claim_name!, heldUntil: row.claim_held_until! },
            person,
          ),
  };
}

function holderOf({ staffId, name, heldUntil }: Claim, person: StaffPerson) {
  return { staffId, name, isMine: staffId === person.staffId, until: heldUntil.toISOString() };
}
