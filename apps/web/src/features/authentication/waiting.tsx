import type { UseQueryResult } from '@tanstack/react-query';
import { messageOf } from '../../platform/query.ts';
import { ErrorState, Skeleton } from '../../ui/states.tsx';

type WaitingProps = {
  /** What a page needs before it can be drawn. */
  answers: readonly UseQueryResult[];
  lines: readonly number[];
};

/** In the place of a page whose answers are still coming, or did not come. */
export function Waiting({ answers, lines }: WaitingProps) {
  const failed = answers.filter((answer) => answer.isError);
  const first = failed[0];
  if (first === undefined) return <Skeleton lines={lines} />;
  return (
    <ErrorState
      message={messageOf(first.error)}
      onRetry={() => {
        for (const answer of failed) void answer.refetch();
      }}
      isRetrying={failed.some((answer) => answer.isFetching)}
    />
  );
}
