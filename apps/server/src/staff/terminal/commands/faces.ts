import { referWithoutFace } from '../../../people/face/person-instead.ts';
import { toDate } from '../../../platform/clock.ts';
import { systemRandomness } from '../../../platform/randomness.ts';
import { findNamedBorrower } from '../named-borrower.ts';
import { staffCommand } from '../staff-desk.ts';
import { declined, told } from '../terminal-command.ts';

const USAGE =
  'npm run faces -- by-person <borrower>   lets a borrower apply without a picture of the face: a person looks';

const ANSWERS = {
  referred: told('This borrower can apply now. The application goes to a person.'),
  no_card: declined(
    'This borrower has not sent the picture of the card yet. It is asked for before the face.',
  ),
  checked_already: declined('The face of this borrower was checked, or a person looks at it already.'),
};

export const command = staffCommand({
  purpose: 'lets a borrower apply who sends no picture of the face',
  recorded: { command: 'faces', actions: ['by-person'] },
  about: ([, whom]) => [{ kind: 'borrower', whom }],
  async atDesk(desk, [verb, whom]) {
    if (verb !== 'by-person' || whom === undefined) return declined(USAGE);
    const named = await findNamedBorrower(desk.db, desk.sealing(), whom);
    if ('problem' in named) return declined(named.problem);
    const now = toDate(desk.clock.nowMs());
    return ANSWERS[await referWithoutFace({ db: desk.db, random: systemRandomness }, { ...named, now })];
  },
});
