import { pictureStorage } from '../../../book/settings/picture-place.ts';
import { readRecordNumber } from '../../../book/staff-action.ts';
import { openFiles } from '../../../people/authentication/file-rows.ts';
import { describeError } from '../../../platform/log.ts';
import { systemRandomness } from '../../../platform/randomness.ts';
import { tableLines } from '../../../platform/terminal-table.ts';
import { listWaiting, type WaitingApplication } from '../../application/read-history.ts';
import { findWaiting } from '../../application/read-review.ts';
import { reviewDesk } from '../../review/review-desk.ts';
import { openReview } from '../../review/review-server.ts';
import { operatorsAt } from '../connected-operators.ts';
import { recordLookOfCommand } from '../recorded-look.ts';
import { type StaffDesk, staffCommand } from '../staff-desk.ts';
import { type CommandAnswer, declined, told } from '../terminal-command.ts';

const isOrder = (word: string) => readRecordNumber(word) !== undefined;

export const command = staffCommand({
  purpose: 'opens a page on this machine with everything about an application that waits, and decides there',
  recorded: { command: 'review', actions: [], actionOfValue: { isValue: isOrder, action: 'open' } },
  async atDesk(desk, [order, ...more]) {
    if (order === undefined) return showWaiting(desk);
    const loanId = readRecordNumber(order);
    if (loanId === undefined || more.length > 0)
      return declined('Usage: npm run review [-- <order>]   what waits, or the page of an order');
    const review = await openReviewOf(desk, loanId);
    if (!review) return declined(`There is no application ${loanId} that waits for a person.`);
    console.log(`Open this address in one browser, within ten minutes: ${review.address}`);
    const done = await review.ended;
    await review.close();
    return done === undefined ? declined('The ten minutes are over. Nothing was decided.') : told(done);
  },
});

/** The page of an order, on this machine. Undefined where no such application waits. */
export async function openReviewOf(desk: StaffDesk, loanId: number) {
  const sealing = desk.sealing();
  const deps = {
    ...desk,
    sealing,
    operators: operatorsAt(desk),
    catalogue: await desk.openCatalogue(),
    files: openFiles(desk.db, sealing, pictureStorage(desk.config())),
    random: systemRandomness,
    staffName: desk.staffName(),
    failed: (error: unknown) => console.error(describeError(error)),
  };
  return (await findWaiting(desk.db, loanId)) ? openReview(reviewDesk(deps, loanId)) : undefined;
}

async function showWaiting(desk: StaffDesk): Promise<CommandAnswer> {
  const waiting = await listWaiting(desk.db);
  await recordLookOfCommand(desk, {
    ...{ command: 'review', action: 'list' },
    listed: { subject: 'application', borrowerIds: waiting.map(({ borrower_id }) => borrower_id) },
  });
  if (waiting.length === 0) return told('No application waits for a person.');
  const rows = waiting.map(({ loan_id, applied_at, reasons, ...asked }) => [
    String(loan_id),
    applied_at.toISOString(),
    waitsFor(asked),
    reasons.join(', '),
  ]);
  return told(...tableLines([['order', 'applied', 'waits for', 'why'], ...rows]));
}

function waitsFor(
  asked: Pick<WaitingApplication, 'picture_asked_again' | 'is_waiting_for_borrower'>,
): string {
  if (asked.is_waiting_for_borrower) return 'the borrower (evidence or an offer)';
  return asked.picture_asked_again === null ? 'us' : `the borrower (${asked.picture_asked_again})`;
}
