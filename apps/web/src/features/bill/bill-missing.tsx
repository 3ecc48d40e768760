import { CallFailure } from '../../platform/call-answer.ts';
import { messageOf } from '../../platform/query.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { billMissingWords } from '../../words/bill-missing.ts';
import { uiWords } from '../../words/ui.ts';

const NOT_FOUND = 404;

type BillMissingProps = { error: Error; onRetry: () => void; isRetrying: boolean };

export function BillMissing({ error, onRetry, isRetrying }: BillMissingProps) {
  if (error instanceof CallFailure && error.code === NOT_FOUND) {
    return (
      <EmptyState
        drawing="search"
        title={billMissingWords.title}
        action={
          <ButtonLink to="/home" isWide={false}>
            {uiWords.goHome}
          </ButtonLink>
        }
      >
        {billMissingWords.text}
      </EmptyState>
    );
  }
  return <ErrorState message={messageOf(error)} onRetry={onRetry} isRetrying={isRetrying} />;
}
