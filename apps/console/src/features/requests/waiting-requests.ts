import { useStaffAnswer } from '../../platform/query.ts';

const WAITING = { query: { state: 'waiting', page: 1, pageSize: 100 } } as const;

/** How many requests wait for an answer of this person. */
export function useWaitingRequests(): number | undefined {
  const { data } = useStaffAnswer('listRequests', WAITING, { isRenewed: true });
  return data?.items.filter(({ mayCheck }) => mayCheck).length;
}
