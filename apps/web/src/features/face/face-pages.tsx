import type { Answer } from '@thumba/contract/wire';
import { Redirect } from 'wouter';
import { authenticationPath, isFaceLeft } from '../../platform/authentication-step.ts';
import { authStepOf } from '../../platform/next-step.ts';
import { useAnswer } from '../../platform/query.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Coming } from '../../ui/coming.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { faceWords } from '../../words/face.ts';
import { titles } from '../../words/titles.ts';
import { uiWords } from '../../words/ui.ts';

/** An empty page that leads to the start of a face check. */
export function FacePage() {
  return <Redirect to="/face/face-start" replace />;
}

export function FaceStartPage() {
  return <FaceCheck title={titles.faceStart} />;
}

export function FaceRecognitionPage() {
  return <FaceCheck title={titles.faceRecognition} />;
}

export function FaceSuccessPage() {
  return <FaceCheck title={titles.faceSuccess} />;
}

/** Says whether a face check is needed, and leads to the next form or home. */
function FaceCheck({ title }: { title: string }) {
  const steps = useAnswer('getUserAuthProcessStep', {});
  return (
    <PageFrame title={title} backTo="/home">
      {steps.data ? <FaceAnswer steps={steps.data} /> : <Coming answers={[steps]} lines={[84, 24, 48, 48]} />}
    </PageFrame>
  );
}

function FaceAnswer({ steps }: { steps: Answer<'getUserAuthProcessStep'> }) {
  const next = authenticationPath(authStepOf(steps));
  const isWanted = isFaceLeft(steps);
  const { title, text } = isWanted ? faceWords.notHere : faceWords.notNeeded;
  return (
    <EmptyState
      drawing={isWanted ? 'refused' : 'shield'}
      title={title}
      action={
        <ButtonLink to={next ?? '/home'} isWide={false}>
          {next ? faceWords.goOn : uiWords.goHome}
        </ButtonLink>
      }
    >
      {text}
    </EmptyState>
  );
}
