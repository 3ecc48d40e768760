/** The last payment of each loan that was seen while it was open, by the number of the loan's order. */
export const lastOpenPayments = new Map<number, string>();
