import { addDays, type Day } from './day.ts';
import { minimum, type Ngwee, ngwee, subtract } from './money.ts';

/**
 * Wallet credit in ngwee that was given (positive) or used (negative), oldest first. `source` names the number that a
 * given amount came from, or is `null` where it came from no number.
 */
export type CreditMovement<Source> = { on: Day; amountNgwee: number; source: Source | null };

export type UnusedCredit<Source> = { on: Day; amountNgwee: Ngwee; source: Source | null };

/**
 * The wallet credit in ngwee that was given `days` days before `on` or earlier and is still there, oldest first. What a
 * borrower uses is taken from the oldest credit. Rule: docs/rules/unused-credit.md.
 */
export function unusedCredit<Source>(
  movements: readonly CreditMovement<Source>[],
  { days, on }: { days: number; on: Day },
): UnusedCredit<Source>[] {
  const left: UnusedCredit<Source>[] = [];
  for (const movement of movements) {
    if (movement.amountNgwee > 0) left.push({ ...movement, amountNgwee: ngwee(movement.amountNgwee) });
    else takeFromOldest(left, ngwee(-movement.amountNgwee));
  }
  const lastOn = addDays(on, -days);
  return left.filter((credit) => credit.amountNgwee > 0 && credit.on <= lastOn);
}

function takeFromOldest<Source>(credits: UnusedCredit<Source>[], usedNgwee: Ngwee): void {
  let openNgwee = usedNgwee;
  for (const credit of credits) {
    const takenNgwee = minimum(credit.amountNgwee, openNgwee);
    credit.amountNgwee = subtract(credit.amountNgwee, takenNgwee);
    openNgwee = subtract(openNgwee, takenNgwee);
  }
}
