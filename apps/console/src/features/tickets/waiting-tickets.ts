import { useStaffAnswer } from '../../platform/query.ts';

/** How many tickets wait for staff, for the side bar. */
export function useWaitingTickets(): number | undefined {
  return useStaffAnswer('listWaitingTickets', { query: { pageSize: 1 } }, { isRenewed: true }).data?.total;
}
