import type { FloatMovementKind } from '@thumba/contract/staff/treasury-words';
import { type Day, isDay } from '@thumba/lending/day';
import type { LedgerAccount } from '@thumba/lending/ledger';
import { ngwee } from '@thumba/lending/money';
import { debitBalanceThrough } from '../../../accounting/daily-total/balances.ts';
import { fromDecimalAmount } from '../../../money/payment/operators/decimal-amount.ts';
import type { WantedFloatMovement } from '../../../money/reconciliation/float-movement.ts';
import { askForFloatMovement, describeFloatRefusal } from '../../../money/reconciliation/float-requests.ts';
import { fileAtDesk } from '../file-request.ts';
import { refuseSplitAmount } from '../split-amount.ts';
import { type StaffDesk, staffCommand } from '../staff-desk.ts';
import { type CommandAnswer, declined } from '../terminal-command.ts';
import { isDirection, isOperator } from '../wallet-words.ts';

const USAGE = [
  'npm run float -- opening <operator> collection|payout <amount> "<reason>"      lay in the float when this program began',
  'npm run float -- top-up <operator> collection|payout <amount> "<reason>"       money moved from the bank to the float',
  'npm run float -- withdrawal <operator> collection|payout <amount> "<reason>"   money moved from the float to the bank',
  'npm run float -- charge <operator> collection|payout <amount> "<reason>"       the operator charged the float',
  '--on YYYY-MM-DD says on which day it happened, if that was not today',
  'It is posted once a second person approves it in the console.',
];

const KINDS: Readonly<Record<string, FloatMovementKind>> = {
  opening: 'opening',
  'top-up': 'top_up',
  withdrawal: 'withdrawal',
  charge: 'charge',
};

export const command = staffCommand({
  purpose:
    'asks to post what moved between the bank and the float at an operator, or what an operator charged',
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
    return file(desk, {
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

/** Files the movement, which is refused at once where it could not be declared now. */
async function file(desk: StaffDesk, movement: WantedFloatMovement): Promise<CommandAnswer> {
  const { db, today } = desk;
  const debitBalanceOf = (account: LedgerAccount) => debitBalanceThrough(db, account, today());
  const asked = await askForFloatMovement({ db, today, debitBalanceOf }, movement);
  return asked.ok
    ? fileAtDesk({ ...desk, staffName: desk.staffName() }, asked.value)
    : declined(describeFloatRefusal(movement, asked.refusal));
}
