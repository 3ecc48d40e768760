/** What happens to the rows that a table holds of a borrower. */
export type TableRule = {
  /** The part of the download that holds its rows, in the order of these columns; or why no part does. */
  download: { part: string; orderBy: string; omits?: readonly string[]; whose?: string } | { why: string };
  /**
   * `at once`: gone with the account. `after the years`: sealed away until the law does not ask for it any more.
   * `never`: figures without a person's name; they stay, as the lender's books have to.
   */
  erased: 'at once' | 'after the years' | 'never';
  /** The statement that erases, for the borrowers in `gone`, where deleting the rows is not what is meant. */
  erase?: string;
  /** The table that its rows refer to and go with. Deleting both would lock in another order than what writes them. */
  goesWith?: string;
  /** Whether its rows move to the archive of the account, which compliance alone opens (`archive.ts`). */
  movesToArchive?: true;
  /** What is erased after the years of a table that itself stays, or is partly erased at once. */
  eraseAfterTheYears?: string;
  /** The function of the owner that erases after the years, where the program itself may not. */
  erasedBy?: string;
};
