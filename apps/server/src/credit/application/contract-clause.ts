export type ContractClause = { heading: string; text: string };

/** Whom and what a contract names of the borrower. */
export type ContractParties = { borrowerName: string; nationalId: string; receiveAccount: string };
