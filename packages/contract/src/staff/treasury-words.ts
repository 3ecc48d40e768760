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
  'other_bank_account',
] as const;
export type BankRowPurpose = (typeof BANK_ROW_PURPOSES)[number];

/** What can be declared of a float. */
export const FLOAT_MOVEMENTS = ['top_up', 'withdrawal', 'charge', 'opening'] as const;
export type FloatMovementKind = (typeof FLOAT_MOVEMENTS)[number];

/** What a wallet of an operator is for. */
export const WALLET_DIRECTIONS = ['collection', 'payout'] as const;

/** The settings that are bank accounts of the lender. A statement of the bank is of one of them. */
export const BANK_ACCOUNTS = ['bank_account', 'second_bank_account'] as const;
export type BankAccountName = (typeof BANK_ACCOUNTS)[number];
