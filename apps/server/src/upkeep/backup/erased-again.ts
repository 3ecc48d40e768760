/** How many entries of the list deleted an account again, and of how many the database has no account. */
export type ErasedAgain = { erased: number; unknown: number };

/** What a person is told. `place` is where the list was looked for, and `counts` is undefined where there was none. */
export function erasedAgainText(place: string, counts: ErasedAgain | undefined): string {
  return counts
    ? `Accounts that were deleted after the restored moment and are deleted again: ${counts.erased}. Entries of the list whose accounts this database does not have: ${counts.unknown}.`
    : `There is no list of deleted accounts in ${place}: what was deleted after the restored moment has come back. If the list lies elsewhere, restore again with --erasures. If there is none, delete these accounts again by hand.`;
}
