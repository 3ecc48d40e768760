import { parseArgs } from 'node:util';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { type Actor, staffActor, unverifiedActor } from '../../book/actor.ts';
import type { StaffDesk } from './staff-desk.ts';
import { whyUnreadable } from './unreadable-words.ts';

const BAD_NAME_TEXT = 'A name after --by has 2 to 60 letters, dots, hyphens and spaces.';

const NAME = /^\p{L}[\p{L}\p{M} .'-]{0,58}[\p{L}.]$/u;

/** The words of a command without `--by`, and the person at the terminal or the one whom `--by` names. */
export function readWordsAndPerson(
  desk: Pick<StaffDesk, 'staffName'>,
  given: readonly string[],
): { words: string[]; person: Actor } | { problem: string } {
  try {
    const { values, positionals } = parseArgs({
      args: [...given],
      allowPositionals: true,
      options: { by: { type: 'string' } },
    });
    const person = personAt(desk, values.by);
    return person.ok ? { words: positionals, person: person.value } : { problem: BAD_NAME_TEXT };
  } catch (error) {
    const problem = whyUnreadable(error);
    if (problem === undefined) throw error;
    return { problem };
  }
}

/** A name after `--by` is a claim: the history says that it is unverified. */
function personAt(desk: Pick<StaffDesk, 'staffName'>, by: string | undefined): Outcome<Actor, 'bad_name'> {
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
