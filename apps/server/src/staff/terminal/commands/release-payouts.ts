import { staffActor } from '../../../book/actor.ts';
import { REASON_NEEDED_TEXT } from '../../../book/staff-action.ts';
import {
  endCoveredHolds,
  RESTORED_ELSEWHERE,
  type ReleaseRefusal,
  releasePayouts,
  type StandingHold,
  standingHolds,
} from '../../../money/payment/restored-book.ts';
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
    return released.value.isEnded
      ? told('Two people released the payouts. A server sends them from now on.')
      : told('This is the first release. Payouts are held until another person releases them too.');
  },
});

async function show(desk: StaffDesk): Promise<CommandAnswer> {
  if (await endCoveredHolds(desk)) return told('The statements cover the lost time: payouts are sent again.');
  const holds = await standingHolds(desk.db);
  if (holds.length === 0) return told('No payouts are held after a restore.');
  return told(...holds.flatMap(linesOf));
}

function linesOf(hold: StandingHold): string[] {
  const { restored_at, data_until, backup_id, uncovered, open_differences, released_by } = hold;
  const lines = [
    backup_id === RESTORED_ELSEWHERE
      ? `Payouts are held: npm run restored declared at ${restored_at.toISOString()} that the database was restored.`
      : `Payouts are held: the backup ${backup_id} was restored at ${restored_at.toISOString()}.`,
    `The database has everything until ${data_until.toISOString()}.`,
  ];
  if (uncovered.length > 0) {
    lines.push(
      `Statements do not cover the time between for: ${uncovered.join(', ')}. Import them with npm run reconcile.`,
    );
  }
  if (open_differences > 0) {
    lines.push(`Differences that wait for a person: ${open_differences}. npm run differences lists them.`);
  }
  if (released_by.length > 0) lines.push(`Released so far by: ${released_by.join(', ')}.`);
  return lines;
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
