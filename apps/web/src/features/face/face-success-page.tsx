import { useSearch } from 'wouter';
import { pathOfWish } from '../../platform/loan-wish.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { faceWords as words } from '../../words/face.ts';
import { titles } from '../../words/titles.ts';
import { uiWords } from '../../words/ui.ts';
import { FaceGate } from './face-gate.tsx';
import { FaceStartPage } from './face-start-page.tsx';

/** After a check. Opened without one, it is the page of the state that the check has. */
export function FaceSuccessPage() {
  const outcome = new URLSearchParams(useSearch()).get('outcome');
  if (outcome !== 'pass' && outcome !== 'refer')
    return <FaceGate title={titles.faceSuccess}>{() => <FaceStartPage />}</FaceGate>;
  const wish = pathOfWish();
  const { title, text } = words.success[outcome];
  return (
    <PageFrame title={outcome === 'pass' ? titles.faceSuccess : titles.face} backTo="/home">
      <EmptyState
        drawing={outcome === 'pass' ? 'shield' : 'clock'}
        title={title}
        action={
          <ButtonLink to={wish ?? '/home'} isWide={false} replace>
            {wish ? words.success.toLoan : uiWords.goHome}
          </ButtonLink>
        }
      >
        {text}
      </EmptyState>
    </PageFrame>
  );
}
