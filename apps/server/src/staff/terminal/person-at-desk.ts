import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { type Actor, staffActor, unverifiedActor } from '../../book/actor.ts';
import type { StaffDesk } from './staff-desk.ts';

export const BAD_NAME_TEXT = 'A name after --by has 2 to 60 letters, dots, hyphens and spaces.';

const NAME = /^\p{L}[\p{L}\p{M} .'-]{0,58}[\p{L}.]$/u;

/** The person at the terminal, or the one whom they name with `--by`: the history says that nothing shows it. */
export function personAt(
  desk: Pick<StaffDesk, 'staffName'>,
  by: string | undefined,
): Outcome<Actor, 'bad_name'> {
  if (by === undefined) return allow(staffActor(desk.staffName()));
  const name = by.trim().replaceAll(/\s+/g, ' ');
  return NAME.test(name) ? allow(unverifiedActor(name)) : refuse('bad_name');
}

/** "mary"; "John Banda (unverified)". */
export function nameOfPerson(actor: Actor): string {
  const [, kind = '', name = ''] = /^([a-z]+):(.*)$/.exec(actor) ?? [];
  if (kind === 'unverified') return `${name} (unverified)`;
  return kind === 'staff' ? name : actor;
}
