import { messageOf } from '../platform/query.ts';
import { ErrorState, Skeleton } from './states.tsx';

/** An answer of `useAnswer`, or something of the same shape. */
export type ComingAnswer = { error: Error | null; isFetching: boolean; refetch: () => unknown };

/** Stands in for content whose answers are loading or have failed. */
export function Coming({ answers, lines }: { answers: readonly ComingAnswer[]; lines: readonly number[] }) {
  const failed = answers.filter(({ error }) => error !== null);
  const [first] = failed;
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
