import { CallFailure } from '../../platform/call-answer.ts';
import { messageOf } from '../../platform/query.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';

const NOT_FOUND = 404;

type BillMissingProps = { error: Error; onRetry: () => void; isRetrying: boolean };

export function BillMissing({ error, onRetry, isRetrying }: BillMissingProps) {
  if (error instanceof CallFailure && error.code === NOT_FOUND) {
    return (
      <EmptyState
        drawing="paper"
        title="We do not find this bill"
        action={
          <ButtonLink to="/home" isWide={false}>
            Go to home
          </ButtonLink>
        }
      >
        The link may be mistyped, or the bill belongs to another number.
      </EmptyState>
    );
  }
  return <ErrorState message={messageOf(error)} onRetry={onRetry} isRetrying={isRetrying} />;
}
