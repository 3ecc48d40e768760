import { messageOf } from '../platform/query.ts';
import { ErrorState, Skeleton } from './states.tsx';

/** What is drawn once it is there: an answer of `useAnswer`, or what stands for one. */
export type ComingAnswer = { error: Error | null; isFetching: boolean; refetch: () => unknown };

/** In the place of what cannot be drawn yet: its answers are still coming, or did not come. */
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
