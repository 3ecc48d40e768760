import { formatKwacha } from '@thumba/lending/money';
import { readRecordNumber } from '../../../book/staff-action.ts';
import { OTHER_REASON } from '../../../credit/application/decline-reasons.ts';
import { readReferredApplication } from '../../../credit/application/referred-application.ts';
import {
  describeReviewRefusal,
  type ReviewDeps,
  reviewApplication,
} from '../../../credit/application/review.ts';
import { readShown } from '../../../credit/application/shown-to-staff.ts';
import { askForOverride } from '../../application/override.ts';
import { findWaiting } from '../../application/read-review.ts';
import { tokenOf } from '../../application/shown-token.ts';
import { operatorsAt } from '../connected-operators.ts';
import { fileAtDesk } from '../file-request.ts';
import { recordLookOfCommand } from '../recorded-look.ts';
import { type StaffDesk, staffCommand } from '../staff-desk.ts';
import { type CommandAnswer, declined, told } from '../terminal-command.ts';

export const command = staffCommand({
  purpose:
    'approves or declines an application that waits for a person; an approval against a rule is asked for',
  recorded: { command: 'decide', actions: ['approve', 'decline'] },
  about: ([order]) => [{ kind: 'loan', no: order }],
  async atDesk(desk, [order = '', outcome = '', ...reason]) {
    if (order === '')
      return declined('Say which order, what, and why: npm run decide -- 100001 approve "payslip seen"');
    const loanId = readRecordNumber(order);
    if (loanId === undefined) return declined(`"${order}" is not the number of an order.`);
    if (outcome !== '' && outcome !== 'approve' && outcome !== 'decline')
      return declined(`"${outcome}" is no decision: say approve or decline.`);
    if (outcome === '') return showApplication(desk, loanId);
    const deps = {
      ...desk,
      sealing: desk.sealing(),
      operators: operatorsAt(desk),
      catalogue: await desk.openCatalogue(),
    };
    const asked = { loanId, reason: reason.join(' '), staffName: desk.staffName() };
    const reviewed = await reviewApplication(deps, {
      ...asked,
      ...(outcome === 'approve' ? { outcome } : { outcome, reasonCode: OTHER_REASON }),
    });
    if (!reviewed.ok && reviewed.refusal.kind === 'override_needed') return fileOverride(desk, deps, asked);
    if (!reviewed.ok) return declined(describeReviewRefusal(reviewed.refusal));
    return told(
      outcome === 'approve'
        ? `Order ${loanId} is approved: ${formatKwacha(reviewed.value.receivedNgwee)} is on its way.`
        : `Order ${loanId} is declined.`,
    );
  },
});

/** Asks a second person to approve what the rules decline, for the application as it is now. */
async function fileOverride(
  desk: StaffDesk,
  deps: ReviewDeps,
  { loanId, reason, staffName }: { loanId: number; reason: string; staffName: string },
): Promise<CommandAnswer> {
  const waiting = await findWaiting(desk.db, loanId);
  if (!waiting) return declined(describeReviewRefusal({ kind: 'order_changed' }));
  const shown = tokenOf(await readShown(deps, waiting));
  const { loan, accountId } = waiting;
  const request = { loan, accountId, shown, reason: reason.trim(), staffName };
  const asked = await askForOverride(deps, request);
  if (!asked) return declined(describeReviewRefusal({ kind: 'order_changed' }));
  return fileAtDesk({ ...desk, staffName }, asked);
}

/** What a person has to know before they decide. */
async function showApplication(desk: StaffDesk, loanId: number) {
  const application = await readReferredApplication(desk.db, loanId);
  if (!application) return declined(`There is no application ${loanId} that waits for a person.`);
  const { borrowerId, reasons, isIdentityChecked, othersWithIdentity } = application;
  const borrowerIds = [borrowerId, ...othersWithIdentity.map((other) => other.borrowerId)];
  await recordLookOfCommand(desk, {
    ...{ command: 'decide', action: 'show' },
    listed: { subject: 'application', borrowerIds },
  });
  const others = othersWithIdentity.map((other) =>
    other.isChecked
      ? `Borrower ${other.borrowerId} gave the same NRC number, and a person approved it for them.`
      : `Borrower ${other.borrowerId} gave the same NRC number.`,
  );
  return told(
    [
      `Order ${loanId} of borrower ${borrowerId} waits for a person: ${reasons.join(', ')}.`,
      isIdentityChecked
        ? 'A person has looked at this identity before.'
        : 'No person has looked at this identity. Compare the pictures of the card with what was entered.',
      ...others,
      ...(others.length > 0 ? ['An approval says that the number belongs to this borrower alone.'] : []),
    ].join('\n'),
  );
}
