import { spinWheel } from '../contact/wheel/commands.ts';
import type { YearLender } from './year-lender.ts';
import type { YearLife } from './year-life.ts';

/** Of so many borrowers one leaves the wheel alone. */
const LEFT_BY_ONE_OF = 3;

/** A borrower who has paid a loan off spins the wheel, while there is a chance. No coupon of it is used. */
export async function spin(lender: YearLender, { borrowerId, person, loans }: YearLife): Promise<void> {
  if (person.number % LEFT_BY_ONE_OF === 0) return;
  const phoneWord = `person-${person.number}-${loans}`;
  const spun = await spinWheel(lender, { borrowerId, phoneWord, idempotency: undefined });
  if (!spun.ok && spun.refusal.kind !== 'no_chance')
    throw new Error(`a spin of the year was refused: ${spun.refusal.kind}`);
}
