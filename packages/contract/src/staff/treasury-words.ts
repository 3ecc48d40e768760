/** What a row of the bank can be posted as. It has no schemas, so that the console downloads only names. */
export const BANK_ROW_PURPOSES = [
  'transit',
  'share_capital',
  'borrowings',
  'funding_expense',
  'bank_charge_expense',
  'suspense',
  'other_income',
  'other_expense',
] as const;
export type BankRowPurpose = (typeof BANK_ROW_PURPOSES)[number];

/** What can be declared of a float. */
export const FLOAT_MOVEMENTS = ['top_up', 'withdrawal', 'charge', 'opening'] as const;
export type FloatMovementKind = (typeof FLOAT_MOVEMENTS)[number];

/** What a wallet of an operator is for. */
export const WALLET_DIRECTIONS = ['collection', 'payout'] as const;
