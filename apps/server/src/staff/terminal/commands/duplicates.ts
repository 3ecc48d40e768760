import {
  type Duplicate,
  findDuplicates,
  type SharedKind,
} from '../../../people/duplicate/find-duplicates.ts';
import { findNamedBorrower } from '../named-borrower.ts';
import { staffCommand } from '../staff-desk.ts';
import { declined, told } from '../terminal-command.ts';

const SHARED_TITLES: Readonly<Record<SharedKind, string>> = {
  face: 'a face',
  id_number: 'the number of the identity card',
  name_and_birth: 'the name and the birth date',
  payout_number: 'a mobile-money number',
  device: 'a phone',
  contact: 'an emergency contact',
};

export const command = staffCommand({
  purpose: 'lists borrowers who may be one person, and what they have in common',
  recorded: { command: 'duplicates', actions: [] },
  async atDesk(desk, [whom]) {
    if (whom === undefined) return tell(await findDuplicates(desk.db));
    const named = await findNamedBorrower(desk.db, desk.sealing(), whom);
    if ('problem' in named) return declined(named.problem);
    return tell(await findDuplicates(desk.db, named.borrowerId));
  },
});

function tell(duplicates: readonly Duplicate[]) {
  if (duplicates.length === 0) return told('No borrowers have something in common.');
  return told(
    ...duplicates.map(
      ({ borrowerId, otherBorrowerId, shared }) =>
        `Borrowers ${borrowerId} and ${otherBorrowerId} have in common: ${shared.map((kind) => SHARED_TITLES[kind]).join(', ')}.`,
    ),
  );
}
