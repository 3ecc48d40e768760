import { type Duplicate, findDuplicates, SHARED_TITLES } from '../../../people/duplicate/find-duplicates.ts';
import { findNamedBorrower } from '../named-borrower.ts';
import { recordLookOfCommand } from '../recorded-look.ts';
import { type StaffDesk, staffCommand } from '../staff-desk.ts';
import { type CommandAnswer, declined, told } from '../terminal-command.ts';

export const command = staffCommand({
  purpose: 'lists borrowers who may be one person, and what they have in common',
  recorded: { command: 'duplicates', actions: [] },
  about: ([whom]) => [{ kind: 'borrower', whom }],
  async atDesk(desk, [whom]) {
    if (whom === undefined) return tell(desk, await findDuplicates(desk.db));
    const named = await findNamedBorrower(desk.db, desk.sealing(), whom);
    if ('problem' in named) return declined(named.problem);
    return tell(desk, await findDuplicates(desk.db, named.borrowerId));
  },
});

async function tell(desk: StaffDesk, duplicates: readonly Duplicate[]): Promise<CommandAnswer> {
  const borrowerIds = duplicates.flatMap((one) => [one.borrowerId, one.otherBorrowerId]);
  await recordLookOfCommand(desk, {
    ...{ command: 'duplicates', action: 'list' },
    listed: { subject: 'duplicate', borrowerIds },
  });
  if (duplicates.length === 0) return told('No borrowers have something in common.');
  return told(
    ...duplicates.map(
      ({ borrowerId, otherBorrowerId, shared }) =>
        `Borrowers ${borrowerId} and ${otherBorrowerId} have in common: ${shared.map((kind) => SHARED_TITLES[kind]).join(', ')}.`,
    ),
  );
}
