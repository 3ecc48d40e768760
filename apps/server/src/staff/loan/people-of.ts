import { OPERATOR_NAMES } from '@thumba/lending/ledger';
import type { Actor } from '../../book/actor.ts';
import type { NameOf } from '../../book/staff-names.ts';
import { OPERATOR_TITLES } from '../../people/borrower/accounts.ts';

const WORDS: Partial<Record<Actor, string>> = {
  repay_link: 'payment link',
  end_of_day: 'end of the day',
  deadline: 'time that passed',
  ...Object.fromEntries(OPERATOR_NAMES.map((name) => [`operator:${name}`, OPERATOR_TITLES[name]])),
};

/** The person who did it, or what did; for what needs two people, the one who asked and the one who approved. */
export function peopleOf(nameOf: NameOf, actor: Actor | null, approvedBy: string | undefined): string {
  if (actor === null) return 'the program';
  const first = WORDS[actor] ?? nameOf(actor);
  return approvedBy === undefined ? first : `${first}, approved by ${nameOf(approvedBy as Actor)}`;
}
