import { useAnswer } from '../../platform/query.ts';

/** The lender's data does not change while the app is open. */
export const useLender = () => useAnswer('getLender', {}, { staleMs: Number.POSITIVE_INFINITY });
