import type { OperatorName, PaymentDirection } from '@thumba/lending/ledger';
import { formatKwacha, ngwee } from '@thumba/lending/money';
import { noteArrivals } from '../../../accounting/bank/match-bank-rows.ts';
import { staffActor } from '../../../book/actor.ts';
import { REASON_NEEDED_TEXT } from '../../../book/staff-action.ts';
import { fromDecimalAmount } from '../../../money/payment/operators/decimal-amount.ts';
import {
  declareFloatMovement,
  type FloatMovementKind,
} from '../../../money/reconciliation/float-movement.ts';
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
  async atDesk(desk, [verb = '', operator, direction, amount = '', ...reason]): Promise<CommandAnswer> {
    const kind = Object.hasOwn(KINDS, verb) ? KINDS[verb] : undefined;
    if (!kind || !isOperator(operator) || !isDirection(direction)) return declined(...USAGE);
    const splitAmount = refuseSplitAmount(amount, reason);
    if (splitAmount) return declined(splitAmount);
    const amountNgwee = fromDecimalAmount(amount);
    if (!amountNgwee) return declined(`"${amount}" is not an amount in kwacha.`);
    return declare(desk, { kind, operator, direction, amountNgwee, reason: reason.join(' ') });
  },
});

async function declare(
  desk: StaffDesk,
  movement: {
    kind: FloatMovementKind;
    operator: OperatorName;
    direction: PaymentDirection;
    amountNgwee: number;
    reason: string;
  },
): Promise<CommandAnswer> {
  const amountNgwee = ngwee(movement.amountNgwee);
  const actor = staffActor(desk.staffName());
  const declared = await declareFloatMovement(desk, { ...movement, amountNgwee, actor });
  if (!declared.ok) return declined(REASON_NEEDED_TEXT);
  await desk.db.inTransaction((transaction) => noteArrivals(transaction, toDate(desk.clock.nowMs())));
  const { operator, direction, kind } = movement;
  return told(
    `The ${kind === 'opening' ? 'opening balance' : kind.replace('_', '-')} of ${formatKwacha(amountNgwee)} is posted to the float for ${direction}s at ${OPERATOR_TITLES[operator]}.`,
  );
}
