import { ALL_STEPS_DONE } from '@thumba/contract/codes';
import type { Answer } from '@thumba/contract/wire';
import { shortMoneyText } from '@thumba/home/wire-money';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { asksQuestions, countSteps, formsOf } from '../../platform/authentication-step.ts';
import { authStepOf } from '../../platform/next-step.ts';
import { order } from '../../platform/order.ts';
import { useAnswer } from '../../platform/query.ts';
import { useUserInfo } from '../../platform/user-info.ts';
import { PageFrame } from '../../ui/page-frame.tsx';
import { Segments } from '../../ui/segments.tsx';
import { authenticationWords } from '../../words/authentication.ts';
import { uiWords } from '../../words/ui.ts';
import { termName } from '../home/loan-quote.ts';
import { NewDeviceCard } from '../new-device/new-device-first.tsx';
import styles from './authentication.module.css';

type StepFrameProps = {
  title: string;
  cerCode: 1 | 2 | 3;
  footer?: ReactNode;
  children: ReactNode;
};

/** A page of one step, with the progress. It is hidden when a finished form is opened again to correct it. */
export function StepFrame({ title, cerCode, footer, children }: StepFrameProps) {
  const steps = useAnswer('getUserAuthProcessStep', {}).data;
  const user = useUserInfo().data;
  const place = formsOf(steps ?? []).findIndex((step) => step.cerCode === cerCode) + 1;
  const total = steps && user ? countSteps(steps, asksQuestions(user)) : 0;
  const words = place > 0 && total > 0 ? authenticationWords.step(place, total) : undefined;
  const isUnderWay = steps === undefined || authStepOf(steps) !== ALL_STEPS_DONE;
  return (
    <PageFrame title={title} backTo="/home" footer={footer}>
      {isUnderWay && (
        <div className={styles.steps}>
          <p>{words ?? '\u00a0'}</p>
          <Segments filled={place} total={total || 4} label={words ?? uiWords.loading} />
          <WishLine />
        </div>
      )}
      {children}
    </PageFrame>
  );
}

/** The loan that waits until the steps are done. */
export function WishLine() {
  const wish = useStore(order, (state) => (state.isOnTheWay ? state.appliedProduct : null));
  const loans = useAnswer('getMyLoanInfo', {}, { isEnabled: wish !== null }).data;
  if (wish === null) return null;
  const product = loans?.marketList.find(({ productId }) => productId === wish.productId);
  const term = product?.terms.find(({ termId }) => termId === wish.termId);
  return (
    <p className={styles.small}>
      {term ? authenticationWords.askedFor(shortMoneyText(wish.amount), termName(term)) : '\u00a0'}
    </p>
  );
}

/** Whether the borrower sent the form of a step before. Only such a form has values that a new device must not show. */
export function isStepDone(steps: Answer<'getUserAuthProcessStep'> | undefined, cerCode: number): boolean {
  return steps?.some((step) => step.cerCode === cerCode && step.isAuth === 1) ?? false;
}

/** Instead of a form: its hidden values would be sent back as the borrower's own. */
export function NewDeviceStep(step: Pick<StepFrameProps, 'title' | 'cerCode'>) {
  return (
    <StepFrame {...step}>
      <NewDeviceCard />
    </StepFrame>
  );
}
