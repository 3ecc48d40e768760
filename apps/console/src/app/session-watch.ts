import { useEffect } from 'react';
import { connection } from '../platform/connection.ts';
import { queryClient, renew, type StaffQuery, useStaffAnswer } from '../platform/query.ts';
import { learnSession } from '../platform/session.ts';
import { openAsOtherPerson } from '../platform/sign-in.ts';
import { useStore } from '../platform/store.ts';

const SESSION = {};
const RETRY_MS = 4_000;

/** Asks who is signed in, again and again, so that a page notices the end of its session by itself. */
export function useSessionWatch(): StaffQuery<'staffSession'> {
  const asked = useStaffAnswer('staffSession', SESSION, { isRenewed: true });
  const { data, dataUpdatedAt } = asked;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same answer at a later time counts again
  useEffect(() => {
    if (data && !learnSession(data)) openAsOtherPerson();
  }, [data, dataUpdatedAt]);
  const state = useStore(connection);
  useEffect(() => {
    if (state === 'connected') return;
    const timer = setInterval(() => void comeBack(), RETRY_MS);
    return () => clearInterval(timer);
  }, [state]);
  return asked;
}

/** Once the server answers again, everything on the page is asked for again. */
async function comeBack(): Promise<void> {
  await renew('staffSession', SESSION);
  if (connection.get() === 'connected') await queryClient.refetchQueries({ type: 'active' });
}
