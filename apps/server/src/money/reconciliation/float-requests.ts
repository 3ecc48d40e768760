import type { FloatMovementKind } from '@thumba/contract/staff/treasury-words';
import { formatDay } from '@thumba/lending/day';
import { floatAccount, type LedgerAccount } from '@thumba/lending/ledger';
import { formatKwacha } from '@thumba/lending/money';
import { allow, type Outcome } from '@thumba/lending/outcome';
import type { Actor } from '../../book/actor.ts';
import { ledgerLines } from '../../book/loan/staff-preview.ts';
import { REASON_NEEDED_TEXT } from '../../book/staff-action.ts';
import type { ApprovedRequest, AskedRequest, Execution } from '../../book/staff-request.ts';
import { OPERATOR_TITLES } from '../../people/borrower/accounts.ts';
import {
  declareFloatMovement,
  type FloatMovementDeps,
  type FloatMovementRefusal,
  previewFloatMovement,
  transfersOfMovement,
  type WantedFloatMovement,
} from './float-movement.ts';
import { describeOpening } from './wallet-opening.ts';

const KIND_WORDS: Readonly<Record<FloatMovementKind, string>> = {
  opening: 'opening balance',
  top_up: 'top-up',
  withdrawal: 'withdrawal',
  charge: 'charge',
};

/** Asks for a movement of a float, on the day that is named or today. Refused where it could not be declared now. */
export async function askForFloatMovement(
  deps: Pick<FloatMovementDeps, 'db' | 'today'> & {
    /** The balance of an account on its debit side now, in ngwee. */
    debitBalanceOf(account: LedgerAccount): Promise<number>;
  },
  movement: WantedFloatMovement,
): Promise<Outcome<AskedRequest, FloatMovementRefusal>> {
  const previewed = await previewFloatMovement(deps, movement);
  if (!previewed.ok) return previewed;
  const { on, reason } = previewed.value;
  const { operator, direction, kind, amountNgwee } = movement;
  const float = floatAccount(operator, direction);
  const [transfer] = transfersOfMovement(movement);
  const beforeNgwee = await deps.debitBalanceOf(float);
  const changeNgwee = transfer!.debitAccount === float ? amountNgwee : -amountNgwee;
  return allow({
    kind: 'float_movement',
    title: `${capitalized(KIND_WORDS[kind])} of ${formatKwacha(amountNgwee)}: ${floatText(movement)}`,
    subject: `${KIND_WORDS[kind]} of ${formatKwacha(amountNgwee)}, ${operator} ${direction}, ${on}`,
    ...{ borrowerId: null, loanId: null, ofStaffId: null, message: null },
    payload: { operator, direction, kind, amountNgwee, on },
    effect: [
      {
        title: capitalized(floatText(movement)),
        before: formatKwacha(beforeNgwee),
        after: formatKwacha(beforeNgwee + changeNgwee),
      },
      { title: 'Day', before: null, after: formatDay(on) },
      ...ledgerLines([transfer!]),
    ],
    reason,
  });
}

/** Declares what was asked for, once a second person approved it. The second time it finds the movement of the first. */
export function floatExecutors(
  deps: FloatMovementDeps & {
    /** Notes which money in transit has arrived now. */
    noteArrivals(): Promise<void>;
  },
) {
  return {
    async float_movement(
      { requestId, payload, reason, madeBy }: ApprovedRequest,
      approvedBy: Actor,
    ): Promise<Execution> {
      const movement = { ...(payload as Required<Omit<WantedFloatMovement, 'reason'>>), reason };
      const declared = await declareFloatMovement(deps, {
        ...movement,
        requestId,
        actor: madeBy,
        approvedBy,
      });
      if (!declared.ok) return { isDone: false, sentence: describeFloatRefusal(movement, declared.refusal) };
      await deps.noteArrivals();
      const day = movement.on === deps.today() ? '' : ` on ${movement.on}`;
      const amount = formatKwacha(movement.amountNgwee);
      return {
        isDone: true,
        sentence: `The ${KIND_WORDS[movement.kind]} of ${amount} is posted to ${floatText(movement)}${day}.`,
      };
    },
  };
}

export function describeFloatRefusal(
  movement: Pick<WantedFloatMovement, 'operator' | 'direction' | 'on'>,
  refusal: FloatMovementRefusal,
): string {
  const { on } = movement;
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
      return `${capitalized(floatText(movement))} has an opening balance already, by ${describeOpening(refusal.opening)}: a wallet is opened once.`;
  }
}

function floatText({ operator, direction }: Pick<WantedFloatMovement, 'operator' | 'direction'>): string {
  return `the float for ${direction}s at ${OPERATOR_TITLES[operator]}`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
