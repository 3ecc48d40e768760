import type { PictureToRetake } from '@thumba/lending/decision-reason';
import { formatKwacha } from '@thumba/lending/money';
import {
  describeReviewRefusal,
  type ReviewChoice,
  type ReviewDeps,
  reviewApplication,
} from '../../credit/application/review.ts';
import type { Shown } from '../../credit/application/shown-to-staff.ts';
import { readPictureForStaff, recordLooks } from '../../people/authentication/staff-looks.ts';
import { toDate } from '../../platform/clock.ts';
import type { Files } from '../../platform/files.ts';
import type { Randomness } from '../../platform/randomness.ts';
import { findWaiting, readReview } from '../application/read-review.ts';
import { pictureTitles } from '../application/review-words.ts';
import { reviewPage } from './review-page.ts';
import type { Decided, ReviewDesk } from './review-server.ts';

export type ReviewPageDeps = ReviewDeps & {
  files: Files;
  random: Randomness;
  staffName: string;
  failed(error: unknown): void;
};

/** What the page of one application shows and does, for the person who opened it. */
export function reviewDesk(deps: ReviewPageDeps, loanId: number): ReviewDesk {
  // The look at the application, at each other borrower and at each picture is recorded once for each opened page.
  let recorded: Promise<void> | undefined;
  const shownFiles = new Set<string>();
  const shownOthers = new Set<number>();
  const read = new Map<string, Promise<Buffer | undefined>>();
  return {
    clock: deps.clock,
    random: deps.random,
    async page(endsAt, refusal) {
      const waiting = await findWaiting(deps.db, loanId);
      if (!waiting) return undefined;
      recorded ??= recordLooks(deps.db, {
        borrowerIds: [waiting.loan.borrowerId],
        subject: 'application',
        ...lookOf(deps, loanId),
      });
      await recorded.catch((error: unknown) => {
        recorded = undefined;
        throw error;
      });
      const application = await readReview(deps, loanId);
      if (!application) return undefined;
      const others = application.others.map((other) => other.borrowerId).filter((id) => !shownOthers.has(id));
      await recordLooks(deps.db, { borrowerIds: others, subject: 'duplicate', ...lookOf(deps, loanId) });
      for (const otherId of others) shownOthers.add(otherId);
      for (const fileId of Object.values(application.pictures)) if (fileId !== null) shownFiles.add(fileId);
      return reviewPage({ application, endsAt, refusal });
    },
    async picture(fileId) {
      // Only what a page showed is read, and no other file of the lender.
      if (!shownFiles.has(fileId)) return undefined;
      const known = read.get(fileId);
      if (known) return known;
      const picture = readPicture(deps, loanId, fileId);
      read.set(fileId, picture);
      picture.catch(() => read.delete(fileId));
      return picture;
    },
    decide: (form) => decide(deps, loanId, form),
    failed: deps.failed,
  };
}

function lookOf({ clock, staffName }: ReviewPageDeps, loanId: number) {
  return { staffName, reason: `review of order ${loanId}`, now: toDate(clock.nowMs()) };
}

async function readPicture(
  deps: ReviewPageDeps,
  loanId: number,
  fileId: string,
): Promise<Buffer | undefined> {
  const picture = await readPictureForStaff(deps, { fileId, ...lookOf(deps, loanId) });
  return picture.ok ? picture.value : undefined;
}

async function decide(deps: ReviewPageDeps, loanId: number, form: URLSearchParams): Promise<Decided> {
  const choice = choiceIn(form);
  const shown = shownIn(form);
  if (!choice || !shown) return { isDone: false, sentence: 'Choose a decision, and what belongs to it.' };
  const { staffName } = deps;
  const request = { loanId, ...choice, shown, reason: form.get('note') ?? '', staffName };
  const reviewed = await reviewApplication(deps, request);
  if (!reviewed.ok) return { isDone: false, sentence: describeReviewRefusal(reviewed.refusal) };
  return { isDone: true, sentence: sentenceOf(loanId, choice, formatKwacha(reviewed.value.receivedNgwee)) };
}

function choiceIn(form: URLSearchParams): ReviewChoice | undefined {
  const picture = form.get('picture');
  switch (form.get('outcome')) {
    case 'approve':
      return { outcome: 'approve' };
    case 'decline':
      return { outcome: 'decline', reasonCode: form.get('reasonCode') ?? '' };
    case 'send_back':
      return isPicture(picture) ? { outcome: 'send_back', picture } : undefined;
    default:
      return undefined;
  }
}

/** What the form says that the page showed. The database compares it with what stands. */
function shownIn(form: URLSearchParams): Shown | undefined {
  try {
    const { loanVersion, evidence, otherHolder } = JSON.parse(form.get('shown') ?? '') as Shown;
    const isWhole = Number.isInteger(loanVersion) && Array.isArray(evidence.hits);
    return isWhole && isHolder(otherHolder) ? { loanVersion, evidence, otherHolder } : undefined;
  } catch {
    return undefined;
  }
}

function isHolder(holder: Shown['otherHolder']): boolean {
  return holder === null || (Number.isInteger(holder.accountId) && Number.isInteger(holder.askedAtMs));
}

function isPicture(text: string | null): text is PictureToRetake {
  return text !== null && Object.hasOwn(pictureTitles, text);
}

function sentenceOf(loanId: number, choice: ReviewChoice, amount: string): string {
  switch (choice.outcome) {
    case 'approve':
      return `Order ${loanId} is approved: ${amount} is on its way.`;
    case 'decline':
      return `Order ${loanId} is declined.`;
    case 'send_back':
      return `Order ${loanId} waits for ${pictureTitles[choice.picture]}. The borrower is told by SMS.`;
    case 'ask_evidence':
      return `Order ${loanId} waits for evidence. The borrower is told by SMS.`;
    case 'counter_offer':
      return `Order ${loanId} waits for the answer to the offer. The borrower is told by SMS.`;
  }
}
