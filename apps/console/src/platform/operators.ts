/** The names of the mobile-money operators, as they write them themselves. */
export const OPERATOR_TITLES = { mtn: 'MTN', airtel: 'Airtel', zamtel: 'Zamtel' } as const;
