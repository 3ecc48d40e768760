import type { PictureToRetake } from '@thumba/lending/decision-reason';
import { formatKwacha } from '@thumba/lending/money';
import {
  describeReviewRefusal,
  type ReviewChoice,
  type ReviewDeps,
  reviewApplication,
} from '../../credit/application/review.ts';
import { readPictureForStaff } from '../../people/authentication/staff-looks.ts';
import { toDate } from '../../platform/clock.ts';
import type { Files } from '../../platform/files.ts';
import type { Randomness } from '../../platform/randomness.ts';
import { type PictureName, readReview } from './read-review.ts';
import { reviewPage } from './review-page.ts';
import type { Decided, ReviewDesk } from './review-server.ts';
import { pictureTitles } from './review-words.ts';

export type ReviewPageDeps = ReviewDeps & { files: Files; random: Randomness; staffName: string };

/** What the page of one application shows and does, for the person who opened it. */
export function reviewDesk(deps: ReviewPageDeps, loanId: number): ReviewDesk {
  // A picture is read, and the look is recorded, once for each opened page.
  const read = new Map<string, Promise<Buffer | undefined>>();
  return {
    clock: deps.clock,
    random: deps.random,
    async page(endsAt, refusal) {
      const application = await readReview(deps, loanId);
      return application && reviewPage({ application, endsAt, refusal });
    },
    async picture(name) {
      const fileId = await fileOf(deps, loanId, name);
      if (fileId === null) return undefined;
      const known = read.get(fileId);
      if (known) return known;
      const picture = readPicture(deps, loanId, fileId);
      read.set(fileId, picture);
      return picture;
    },
    decide: (form) => decide(deps, loanId, form),
  };
}

async function fileOf(deps: ReviewPageDeps, loanId: number, name: PictureName): Promise<string | null> {
  return (await readReview(deps, loanId))?.pictures[name] ?? null;
}

async function readPicture(
  deps: ReviewPageDeps,
  loanId: number,
  fileId: string,
): Promise<Buffer | undefined> {
  const now = toDate(deps.clock.nowMs());
  const look = { fileId, staffName: deps.staffName, reason: `review of order ${loanId}`, now };
  const picture = await readPictureForStaff(deps, look);
  return picture.ok ? picture.value : undefined;
}

async function decide(deps: ReviewPageDeps, loanId: number, form: URLSearchParams): Promise<Decided> {
  const choice = choiceIn(form);
  if (!choice) return { isDone: false, sentence: 'Choose a decision, and what belongs to it.' };
  const { staffName } = deps;
  const request = { loanId, ...choice, reason: form.get('note') ?? '', staffName };
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
  }
}
