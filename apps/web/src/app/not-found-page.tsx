import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageFrame } from '../ui/page-frame.tsx';
import { notFoundWords } from '../words/not-found.ts';
import { titles } from '../words/titles.ts';
import { uiWords } from '../words/ui.ts';

export function NotFoundPage() {
  return (
    <PageFrame title={titles.notFound} backTo="/home">
      <EmptyState
        drawing="signpost"
        title={notFoundWords.nothingHere}
        action={
          <ButtonLink to="/home" isWide={false}>
            {uiWords.goHome}
          </ButtonLink>
        }
      >
        {notFoundWords.mistyped}
      </EmptyState>
    </PageFrame>
  );
}
