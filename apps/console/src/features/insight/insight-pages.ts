/** The reports, in the order of the first page of insight. */
export const insightPages: readonly { path: string; title: string; shows: string }[] = [
  {
    path: '/insight/income-and-cost',
    title: 'Income and cost',
    shows: 'What was earned and what it cost, by account, as the ledger has it',
  },
];
