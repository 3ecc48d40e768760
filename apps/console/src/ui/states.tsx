import CircleAlert from 'lucide-react/icons/circle-alert';
import type { ReactNode } from 'react';
import { mayPass, sentenceOf } from '../platform/call-failure.ts';
import { connection } from '../platform/connection.ts';
import { useStore } from '../platform/store.ts';
import { clockText } from '../platform/time.ts';
import { Button } from './button.tsx';
import styles from './states.module.css';

/** A place whose answer is on the way. */
export function Loading({ lines = 4 }: { lines?: number }) {
  return (
    <div className={styles.loading} role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all the same
        <span key={line} className={styles.bar} />
      ))}
    </div>
  );
}

/** An empty list says why it is empty and what fills it. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p className={styles.title}>{title}</p>
      {children && <p className={styles.why}>{children}</p>}
    </div>
  );
}

/** Says what did not work, where it was tried. */
export function Failure({ children }: { children: ReactNode }) {
  return (
    <div className={styles.failure} role="alert">
      <CircleAlert aria-hidden="true" />
      <div>{children}</div>
    </div>
  );
}

type AnswerProps<Data> = {
  query: {
    data: Data | undefined;
    isError: boolean;
    error: Error | null;
    dataUpdatedAt: number;
    refetch: () => Promise<unknown>;
  };
  loading?: ReactNode;
  children: (data: Data) => ReactNode;
};

/**
 * Draws an answer in its states: on the way, there, old because a call got no answer, or failed. Another try is
 * offered where it may succeed.
 */
export function Answer<Data>({ query, loading, children }: AnswerProps<Data>) {
  const { data, isError, error } = query;
  const isAway = useStore(connection) !== 'connected';
  if (data === undefined && !isError) return loading ?? <Loading />;
  const again = (
    <Button onClick={() => void query.refetch()} look="plain">
      Try again
    </Button>
  );
  if (data === undefined) {
    return (
      <div className={styles.failed}>
        <Failure>{sentenceOf(error)}</Failure>
        {mayPass(error) && again}
      </div>
    );
  }
  return (
    <>
      {(isError || isAway) && (
        <div className={styles.stale} role="status">
          <span>
            As of {clockText(new Date(query.dataUpdatedAt).toISOString())}.{error && ` ${sentenceOf(error)}`}
          </span>
          {mayPass(error) && again}
        </div>
      )}
      {children(data)}
    </>
  );
}
