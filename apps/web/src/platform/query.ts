import {
  onlineManager,
  type Query,
  QueryClient,
  type UseQueryResult,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import type { CallName } from '@thumba/contract/calls';
import { calls } from '@thumba/contract/calls';
import type { Answer, Request } from '@thumba/contract/wire';
import { useRef } from 'react';
import { callWords } from '../words/call.ts';
import { type CallOptions, call } from './call.ts';
import { CallFailure } from './call-answer.ts';
import { followAnswers } from './follow-answers.ts';
import { randomUuid } from './random.ts';
import { session } from './session.ts';

/** A short look at another app, such as the PIN prompt, costs no request. */
const OLD_AFTER_MS = 60_000;
const isOldOnReturn = ({ state }: Pick<Query, 'state'>) => Date.now() - state.dataUpdatedAt >= OLD_AFTER_MS;

/** Passed to each query directly instead of through a provider, because the first screen does not need this library. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      networkMode: 'always',
      refetchOnWindowFocus: isOldOnReturn,
      refetchOnReconnect: true,
      retry: (failures, error) => error instanceof CallFailure && error.kind === 'offline' && failures < 1,
      retryDelay: 1000,
    },
    mutations: { networkMode: 'always' },
  },
});

followAnswers(queryClient);

// Its provider would do this. The manager believes that there is a network, so an app that was opened without one would
// not notice that it comes back.
onlineManager.setOnline(navigator.onLine);
queryClient.mount();

// One borrower's answers are not left for the next borrower on the same phone.
session.subscribe((state, before) => {
  if (state.token !== before.token && before.token !== null) queryClient.clear();
});

/** Kept on the phone for a borrower without a connection: home, the bills and contracts that were opened, and districts. */
const KEPT_CALLS: readonly CallName[] = [
  'getMyLoanInfo',
  'queryLoanDetail',
  'queryRepaymentPlan',
  'getLoanContract',
  'queryAreaTree',
];
const keptAnswers = () => import('./kept-answers.ts');

type AnswerOptions<Name extends CallName> = {
  isEnabled?: boolean;
  /** How often to ask again, decided by the last answer, for example while a payment is open. */
  refetchEveryMs?: (answer: Answer<Name> | undefined) => number | false;
  staleMs?: number;
};

/** Reads a call and keeps its answer. A screen shows loading, the answer, or an error that it can retry. */
export function useAnswer<Name extends CallName>(
  name: Name,
  request: Request<Name>,
  { isEnabled = true, refetchEveryMs, staleMs }: AnswerOptions<Name> = {},
): UseQueryResult<Answer<Name>, Error> {
  const queryKey = [name, request];
  return useQuery<Answer<Name>, Error>(
    {
      queryKey,
      queryFn: ({ signal }) => {
        const isFirst = queryClient.getQueryData(queryKey) === undefined;
        const asked = { signal, failureShownBy: isFirst ? 'screen' : 'background' } as const;
        return askOrRemember(name, request, queryKey, asked);
      },
      enabled: isEnabled,
      refetchInterval: (query) => refetchEveryMs?.(query.state.data) ?? false,
      ...(staleMs === undefined ? {} : { staleTime: staleMs }),
    },
    queryClient,
  );
}

/** Without a connection, the last answer kept on this phone is used; the failure beside it marks it as old. */
async function askOrRemember<Name extends CallName>(
  name: Name,
  request: Request<Name>,
  queryKey: unknown[],
  options: CallOptions,
): Promise<Answer<Name>> {
  const isKept = KEPT_CALLS.includes(name);
  const { token } = session.getState();
  try {
    const answer = await call(name, request, options);
    if (isKept) {
      keptAnswers().then(
        ({ keepAnswer }) => keepAnswer(token, name, request, answer),
        () => undefined,
      );
    }
    return answer;
  } catch (error) {
    const isOffline = error instanceof CallFailure && error.kind === 'offline';
    if (isKept && isOffline && queryClient.getQueryData(queryKey) === undefined) {
      const kept = (await keptAnswers()).findAnswer(name, request);
      if (kept) queryClient.setQueryData(queryKey, kept.data, { updatedAt: kept.atMs });
    }
    throw error;
  }
}

/** After something changed: every answer of these calls is asked for again. */
export async function refresh(...names: CallName[]): Promise<void> {
  await Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
}

/**
 * Sends a call. A call that moves money carries an idempotency key. The key stays the same while the same submission
 * is tried again, and is new after a success or for a different request.
 */
export function useSend<Name extends CallName>(
  name: Name,
  options: Pick<CallOptions, 'loading' | 'failureShownBy' | 'headers'> = {},
) {
  const submission = useRef<{ asked: string; key: string } | null>(null);
  return useMutation<Answer<Name>, Error, Request<Name>>(
    {
      mutationKey: [name],
      mutationFn: async (request) => {
        if (!('money' in calls[name])) return call(name, request, options);
        const asked = JSON.stringify(request);
        if (submission.current?.asked !== asked) submission.current = { asked, key: randomUuid() };
        const answer = await call(name, request, { ...options, idempotencyKey: submission.current.key });
        submission.current = null;
        return answer;
      },
    },
    queryClient,
  );
}

/** The text of an error state. */
export function messageOf(error: Error | null): string {
  return error instanceof CallFailure ? error.message : callWords.offline;
}
