import type { QueryState } from '@tanstack/react-query';
import { createStore } from 'zustand/vanilla';
import { CallFailure } from './call-answer.ts';
import { queryClient } from './query.ts';

/* Follows the answers that are on the screen. Of an offline phone `useIsOnline` knows. */

/** Why an answer on the screen could not be read again. Null while all of them are fresh. */
export const oldAnswers = createStore<{ why: string | null }>(() => ({ why: null }));

const answers = queryClient.getQueryCache();

answers.subscribe(() => {
  const old = answers.getAll().find((answer) => answer.isActive() && wasRefusedAgain(answer.state));
  const why = old?.state.error?.message ?? null;
  if (why !== oldAnswers.getState().why) oldAnswers.setState({ why });
});

function wasRefusedAgain({ data, status, error }: QueryState<unknown, Error>): boolean {
  const isOld = data !== undefined && status === 'error';
  return isOld && error instanceof CallFailure && (error.kind === 'refused' || error.kind === 'unreadable');
}
