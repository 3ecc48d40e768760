import { useEffect } from 'react';
import { type StaffQuery, useStaffAnswer } from '../platform/query.ts';
import { learnSession } from '../platform/session.ts';
import { openAsOtherPerson } from '../platform/sign-in.ts';

const SESSION = {};

/** Asks who is signed in, again and again, so that a page notices the end of its session by itself. */
export function useSessionWatch(): StaffQuery<'staffSession'> {
  const asked = useStaffAnswer('staffSession', SESSION, { isRenewed: true });
  const { data, dataUpdatedAt } = asked;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same answer at a later time counts again
  useEffect(() => {
    if (data && !learnSession(data)) openAsOtherPerson();
  }, [data, dataUpdatedAt]);
  return asked;
}
