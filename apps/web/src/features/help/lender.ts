import { useAnswer } from '../../platform/query.ts';

/** Who lends does not change while somebody reads. */
export const useLender = () => useAnswer('getLender', {}, { staleMs: Number.POSITIVE_INFINITY });
