import { type Day, isDay } from '@thumba/lending/day';
import { formatKwacha, ngwee } from '@thumba/lending/money';
import { noteArrivals } from '../../../accounting/bank/match-bank-rows.ts';
import { staffActor } from '../../../book/actor.ts';
import { REASON_NEEDED_TEXT } from '../../../book/staff-action.ts';
import { fromDecimalAmount } from '../../../money/payment/operators/decimal-amount.ts';
import {
  declareFloatMovement,
  type FloatMovement,
  type FloatMovementKind,
  type FloatMovementRefusal,
} from '../../../money/reconciliation/float-movement.ts';
import { describeOpening } from '../../../money/reconciliation/wallet-opening.ts';
import { OPERATOR_TITLES } from '../../../people/borrower/accounts.ts';
import { toDate } from '../../../platform/clock.ts';
import { refuseSplitAmount } from '../split-amount.ts';
import { type StaffDesk, staffCommand } from '../staff-desk.ts';
import { type CommandAnswer, declined, told } from '../terminal-command.ts';
import { isDirection, isOperator } from '../wallet-words.ts';

const USAGE = [
  'npm run float -- opening <operator> collection|payout <amount> "<reason>"      lay in the float when this program began',
  'npm run float -- top-up <operator> collection|payout <amount> "<reason>"       money moved from the bank to the float',
  'npm run float -- withdrawal <operator> collection|payout <amount> "<reason>"   money moved from the float to the bank',
  'npm run float -- charge <operator> collection|payout <amount> "<reason>"       the operator charged the float',
  '--on YYYY-MM-DD says on which day it happened, if that was not today',
];

const KINDS: Readonly<Record<string, FloatMovementKind>> = {
  opening: 'opening',
  'top-up': 'top_up',
  withdrawal: 'withdrawal',
  charge: 'charge',
};

export const command = staffCommand({
  purpose: 'declares what moved between the bank and the float at an operator, and what an operator charged',
  recorded: { command: 'float', actions: Object.keys(KINDS) },
  readsOptions: true,
  async atDesk(desk, given): Promise<CommandAnswer> {
    const read = readWordsAndDay(given);
    if ('problem' in read) return declined(read.problem);
    const [verb = '', operator, direction, amount = '', ...reason] = read.words;
    const kind = Object.hasOwn(KINDS, verb) ? KINDS[verb] : undefined;
    if (!kind || !isOperator(operator) || !isDirection(direction)) return declined(...USAGE);
    const splitAmount = refuseSplitAmount(amount, reason);
    if (splitAmount) return declined(splitAmount);
    const amountNgwee = fromDecimalAmount(amount);
    if (!amountNgwee) return declined(`"${amount}" is not an amount in kwacha.`);
    return declare(desk, {
      ...{ kind, operator, direction, reason: reason.join(' '), on: read.on },
      amountNgwee: ngwee(amountNgwee),
    });
  },
});

/** The words without `--on`, and the day that it names. Only a whole word is read as an option: a reason may have dashes. */
function readWordsAndDay(
  given: readonly string[],
): { words: string[]; on: Day | undefined } | { problem: string } {
  const words = [...given];
  const place = words.findIndex((word) => word === '--on' || word.startsWith('--on='));
  if (place < 0) return { words, on: undefined };
  const isOneWord = words[place] !== '--on';
  const [option = '', next = ''] = words.splice(place, isOneWord ? 1 : 2);
  const on = isOneWord ? option.slice('--on='.length) : next;
  return isDay(on) ? { words, on } : { problem: `"${on}" is not a day: write it as 2026-12-05.` };
}

async function declare(desk: StaffDesk, movement: Omit<FloatMovement, 'actor'>): Promise<CommandAnswer> {
  const actor = staffActor(desk.staffName());
  const declared = await declareFloatMovement(desk, { ...movement, actor });
  if (!declared.ok) return declined(describeRefusal(movement, declared.refusal));
  await desk.db.inTransaction((transaction) => noteArrivals(transaction, toDate(desk.clock.nowMs())));
  const { operator, direction, kind, amountNgwee, on } = movement;
  return told(
    `The ${kind === 'opening' ? 'opening balance' : kind.replace('_', '-')} of ${formatKwacha(amountNgwee)} is posted to the float for ${direction}s at ${OPERATOR_TITLES[operator]}${on === undefined ? '' : ` on ${on}`}.`,
  );
}

function describeRefusal(
  { operator, direction, on }: Omit<FloatMovement, 'actor'>,
  refusal: FloatMovementRefusal,
): string {
  switch (refusal.kind) {
    case 'reason_needed':
      return REASON_NEEDED_TEXT;
    case 'day_not_begun':
      return `${on} has not begun: today is ${refusal.today}.`;
    case 'period_closed':
      return `${on} is in a closed period: the book is closed through ${refusal.closedThroughOn}.`;
    case 'before_take_on':
      return `${on} is before the opening balance of ${refusal.takenOnOn}, which has what moved before.`;
    case 'before_book':
      return `${on} is before the first month of the book, which begins on ${refusal.beginsOn}.`;
    case 'opened_before':
      return `The float for ${direction}s at ${OPERATOR_TITLES[operator]} has an opening balance already, by ${describeOpening(refusal.opening)}: a wallet is opened once.`;
  }
}
