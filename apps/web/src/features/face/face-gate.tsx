import { CER_CODE } from '@thumba/contract/codes';
import type { Answer } from '@thumba/contract/wire';
import type { ReactNode } from 'react';
import { isFaceMissing } from '../../platform/authentication-step.ts';
import { pathOfWish } from '../../platform/loan-wish.ts';
import { useAnswer } from '../../platform/query.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Coming } from '../../ui/coming.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { faceWords } from '../../words/face.ts';
import { titles } from '../../words/titles.ts';
import { uiWords } from '../../words/ui.ts';
import type { FaceOutcome } from './face-outcome.ts';

type Steps = Answer<'getUserAuthProcessStep'>;
type FaceConsent = Answer<'listConsents'>[number];

type FaceGateProps = {
  title: string;
  /** How the check ended that was just made. */
  outcome?: FaceOutcome | undefined;
  /** Shown when the check is wanted and not done. */
  children: (consent: FaceConsent) => ReactNode;
};

/** Says why there is nothing to check, or shows the screen of the check. */
export function FaceGate({ title, outcome, children }: FaceGateProps) {
  const steps = useAnswer('getUserAuthProcessStep', {});
  const consents = useAnswer('listConsents', {});
  const consent = consents.data?.find(({ kind }) => kind === 'face');
  if (!steps.data || !consent) {
    return (
      <PageFrame title={title} backTo="/home">
        <Coming answers={[steps, consents]} lines={[84, 120, 48, 48]} />
      </PageFrame>
    );
  }
  const nothing = nothingToCheck(steps.data, outcome);
  if (!nothing) return children(consent);
  const { drawing, text, to, action } = nothing;
  return (
    <PageFrame title={nothing.isPassed ? titles.faceSuccess : title} backTo="/home">
      <EmptyState
        drawing={drawing}
        title={nothing.title}
        action={
          <ButtonLink to={to} isWide={false} replace={outcome !== undefined}>
            {action}
          </ButtonLink>
        }
      >
        {text}
      </EmptyState>
    </PageFrame>
  );
}

type Nothing = {
  drawing: 'shield' | 'paper' | 'clock';
  title: string;
  text: string;
  to: string;
  action: string;
  isPassed?: boolean;
};

function nothingToCheck(steps: Steps, outcome: FaceOutcome | undefined): Nothing | undefined {
  const wish = pathOfWish();
  const onwards = wish
    ? { to: wish, action: faceWords.success.toLoan }
    : { to: '/home', action: uiWords.goHome };
  if (!steps.some(({ cerCode }) => cerCode === CER_CODE.face))
    return { drawing: 'shield', ...faceWords.notNeeded, ...onwards };
  if (!isFaceMissing(steps)) return { ...endOf(outcome), ...onwards };
  if (steps.some(({ cerCode, isAuth }) => cerCode === CER_CODE.identity && isAuth === 0))
    return { drawing: 'paper', ...faceWords.identityFirst, to: '/authentication/identity' };
  return undefined;
}

function endOf(outcome: FaceOutcome | undefined) {
  if (outcome === 'pass') return { drawing: 'shield', ...faceWords.success.pass, isPassed: true } as const;
  if (outcome === 'refer') return { drawing: 'clock', ...faceWords.success.refer } as const;
  return { drawing: 'shield', ...faceWords.done } as const;
}

/** Whether the borrower agreed to the present words. */
export function isAgreed({ given, changedVersion, wordingVersion }: FaceConsent): boolean {
  return given && changedVersion === wordingVersion;
}
