import { staffActor } from '../../../book/actor.ts';
import { REASON_NEEDED_TEXT } from '../../../book/staff-action.ts';
import {
  endCoveredHolds,
  type ReleaseRefusal,
  releasePayouts,
} from '../../../money/payment/restored-book.ts';
import { closeAgreed } from '../../../money/reconciliation/close-agreed.ts';
import { linesOfHolds } from '../held-payouts-report.ts';
import { type StaffDesk, staffCommand } from '../staff-desk.ts';
import { type CommandAnswer, declined, told } from '../terminal-command.ts';

const USAGE = [
  'npm run release-payouts                             says whether payouts are held after a restore, and what they wait for',
  'npm run release-payouts -- release "<reason>"       releases them without the statements; a second person has to do it too',
];

export const command = staffCommand({
  purpose: 'says why payouts are held after a restore; two people release them',
  recorded: { command: 'release-payouts', actions: ['release'] },
  async atDesk(desk, [verb, ...reason]): Promise<CommandAnswer> {
    if (verb === undefined) return show(desk);
    if (verb !== 'release') return declined(...USAGE);
    const actor = staffActor(desk.staffName());
    const released = await releasePayouts(desk, { actor, reason: reason.join(' ') });
    if (!released.ok) return declined(describeRefusal(released.refusal));
    return released.value.standing.length === 0
      ? told('Two people released the payouts. A server sends them from now on.')
      : told('Payouts are held until another person releases them too.', ...linesOfHolds(released.value));
  },
});

async function show(desk: StaffDesk): Promise<CommandAnswer> {
  await closeAgreed(desk);
  const lines = linesOfHolds(await endCoveredHolds(desk));
  return lines.length === 0 ? told('No payouts are held after a restore.') : told(...lines);
}

function describeRefusal(refusal: ReleaseRefusal): string {
  switch (refusal.kind) {
    case 'reason_needed':
      return REASON_NEEDED_TEXT;
    case 'nothing_is_held':
      return 'No payouts are held after a restore.';
    case 'same_person':
      return 'You released these payouts already. Another person has to release them too.';
  }
}
