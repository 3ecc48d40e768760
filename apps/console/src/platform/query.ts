import {
  keepPreviousData,
  QueryClient,
  type UseQueryResult,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { type StaffCallName, staffCalls } from '@thumba/contract/staff/calls';
import type { StaffCallDefinition } from '@thumba/contract/staff/calls/definition';
import type { StaffAnswer, StaffRequest } from '@thumba/contract/staff/wire';
import { useEffect, useRef } from 'react';
import { CallFailure } from './call-failure.ts';
import { watchNetwork } from './connection.ts';
import { staffCall } from './staff-call.ts';

const RENEW_MS = 30_000;

/** A refusal is not asked again. A call that got no answer is, once. */
const isWorthAnotherTry = (failures: number, error: Error) =>
  failures < 1 && error instanceof CallFailure && error.kind === 'offline';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      networkMode: 'always',
      retry: isWorthAnotherTry,
      retryDelay: 1000,
    },
    mutations: { networkMode: 'always' },
  },
});

watchNetwork(() => void queryClient.refetchQueries({ type: 'active' }));

export type StaffQuery<Name extends StaffCallName> = UseQueryResult<StaffAnswer<Name>, Error>;

type AnswerOptions = {
  isEnabled?: boolean;
  isRenewed?: boolean;
  /** What was asked for stays as it was, because the answer costs much. */
  isOnce?: boolean;
  /** A list stays on the screen while its next page is on the way. */
  isList?: boolean;
};

/**
 * Reads a staff call. The first time is an opening of the page, and stands in the audit as a look; what the open page asks
 * later is part of it. With `isRenewed` the answer is asked for again every 30 seconds while the
 * page is in sight.
 */
export function useStaffAnswer<Name extends StaffCallName>(
  name: Name,
  request: StaffRequest<Name>,
  { isEnabled = true, isRenewed = false, isOnce = false, isList = false }: AnswerOptions = {},
): StaffQuery<Name> {
  const queryKey = [name, request];
  const key = JSON.stringify(queryKey);
  const isAsked = isEnabled && isRenewed;
  useEffect(() => {
    if (!isAsked) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void renew(name, JSON.parse(key)[1] as StaffRequest<Name>);
    }, RENEW_MS);
    return () => clearInterval(timer);
  }, [name, key, isAsked]);
  const opened = useRef<string>(undefined);
  return useQuery<StaffAnswer<Name>, Error>({
    queryKey,
    queryFn({ signal }) {
      const by = opened.current === key ? 'again' : 'person';
      opened.current = key;
      return staffCall(name, request, { by, signal });
    },
    enabled: isEnabled,
    refetchOnWindowFocus: !isOnce && !isLookOfItsOwn(name),
    ...(isOnce ? { staleTime: 'static' } : {}),
    ...(isList ? { placeholderData: keepPreviousData } : {}),
  });
}

/** A look that is about no single record, such as at a list of people: each time it is asked for stands in the audit. */
function isLookOfItsOwn(name: StaffCallName): boolean {
  const { audit, subject }: StaffCallDefinition = staffCalls[name];
  return audit === 'look' && subject === undefined;
}

/** Asks again without keeping the session awake. A failure stays in the answer, which is then marked as old. */
export async function renew<Name extends StaffCallName>(
  name: Name,
  request: StaffRequest<Name>,
): Promise<void> {
  const ask = { queryKey: [name, request], staleTime: 0, retry: false };
  await queryClient
    .fetchQuery({ ...ask, queryFn: ({ signal }) => staffCall(name, request, { by: 'timer', signal }) })
    .catch(() => undefined);
}

/**
 * Sends a staff call. What it `changes` is asked for again after it. That is not waited for: the new answers may take
 * away the part of the page that sends, and its own `onSuccess` would then never run. `onSent` runs also then.
 */
export function useStaffSend<Name extends StaffCallName>(
  name: Name,
  changes: readonly StaffCallName[] = [],
  onSent?: () => void,
) {
  return useMutation<StaffAnswer<Name>, Error, StaffRequest<Name>>({
    mutationKey: [name],
    mutationFn: (request) => staffCall(name, request),
    onSuccess: () => {
      onSent?.();
      void refresh(...changes);
    },
    // The page may be stale: another person was faster.
    onError: (error) => {
      if (error instanceof CallFailure && error.code === 409) void refresh(...changes);
    },
  });
}

/** After something changed: every answer of these calls is asked for again. */
export async function refresh(...names: readonly StaffCallName[]): Promise<void> {
  await Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
}
