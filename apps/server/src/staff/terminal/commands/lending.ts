import { formatKwacha } from '@thumba/lending/money';
import { personOf, staffActor } from '../../../book/actor.ts';
import { readCeiling, setPayoutCeiling } from '../../../book/lending/payout-ceiling.ts';
import { checkReason, REASON_NEEDED_TEXT } from '../../../book/staff-action.ts';
import { listSwitchChanges, stopSubject } from '../../../book/stop-switch/stop-switch.ts';
import { toDate } from '../../../platform/clock.ts';
import { amountText, askForCeiling, askForStart } from '../../request/lending-requests.ts';
import { fileAtDesk } from '../file-request.ts';
import { type StaffDesk, staffCommand } from '../staff-desk.ts';
import { type CommandAnswer, declined, told } from '../terminal-command.ts';
import { readAmount } from '../typed-amount.ts';

const USAGE = [
  'npm run lending                                says whether lending is stopped, and the ceiling on the payouts of today',
  'npm run lending -- stop <reason>               stops lending at once',
  'npm run lending -- start <reason>              asks for the start; a second person approves in the console',
  'npm run lending -- ceiling <kwacha> <reason>   lowers the ceiling on the payouts of a day at once; a higher one is asked for',
  'npm run lending -- today <kwacha> <reason>     asks for another ceiling for today only',
];

export const command = staffCommand({
  purpose: 'stops lending, and sets the ceiling on the payouts of a day',
  recorded: { command: 'lending', actions: ['stop', 'start', 'ceiling', 'today'] },
  async atDesk(desk, [verb, ...words]): Promise<CommandAnswer> {
    switch (verb) {
      case undefined:
        return show(desk);
      case 'stop':
        return withReason(words, (reason) => stop(desk, reason));
      case 'start':
        return withReason(words, (reason) => start(desk, reason));
      case 'ceiling':
      case 'today':
        return setCeiling(desk, { isForToday: verb === 'today', words });
      default:
        return declined(...USAGE);
    }
  },
});

async function show({ db, today }: StaffDesk): Promise<CommandAnswer> {
  const [[latest], { ceilingNgwee, paidOutNgwee }] = await Promise.all([
    listSwitchChanges(db, ['lending'], 1),
    readCeiling(db, today()),
  ]);
  return told(
    latest?.isStopped
      ? `Lending is stopped since ${latest.switchedAt.toISOString()}, by ${personOf(latest.actor)}: ${latest.reason}`
      : 'Lending runs.',
    `Paid out today: ${formatKwacha(paidOutNgwee)}. Ceiling of today: ${amountText(ceilingNgwee)}.`,
  );
}

function withReason(
  words: readonly string[],
  act: (reason: string) => Promise<CommandAnswer>,
): Promise<CommandAnswer> | CommandAnswer {
  const reason = checkReason(words.join(' '));
  return reason.ok ? act(reason.value) : declined(REASON_NEEDED_TEXT);
}

async function stop(desk: StaffDesk, reason: string): Promise<CommandAnswer> {
  const actor = staffActor(desk.staffName());
  const now = toDate(desk.clock.nowMs());
  const isNew = await stopSubject(desk.db, { subject: 'lending', reason, actor, now });
  return isNew
    ? told('Lending is stopped. New applications are refused, and payouts of loans wait.')
    : declined('Lending is stopped already.');
}

async function start(desk: StaffDesk, reason: string): Promise<CommandAnswer> {
  const [latest] = await listSwitchChanges(desk.db, ['lending'], 1);
  if (!latest?.isStopped) return declined('Lending runs already.');
  return fileAtDesk({ ...desk, staffName: desk.staffName() }, askForStart(reason));
}

async function setCeiling(
  desk: StaffDesk,
  { isForToday, words: [amount = '', ...words] }: { isForToday: boolean; words: readonly string[] },
): Promise<CommandAnswer> {
  const amountNgwee = readAmount(amount);
  if (amountNgwee === undefined) return declined(...USAGE);
  const today = desk.today();
  const ceiling = { amountNgwee, onlyOn: isForToday ? today : null };
  return withReason(words, async (reason) => {
    const actor = staffActor(desk.staffName());
    const now = toDate(desk.clock.nowMs());
    return (await setPayoutCeiling(desk.db, { ...ceiling, reason, actor, now }))
      ? told(`The ceiling is now: ${amountText(amountNgwee)}.`)
      : fileAtDesk(
          { ...desk, staffName: desk.staffName() },
          await askForCeiling(desk.db, { ...ceiling, today, reason }),
        );
  });
}
