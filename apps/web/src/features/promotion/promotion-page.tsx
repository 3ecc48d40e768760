import { useRef, useState } from 'react';
import { Redirect } from 'wouter';
import { pathOfWish } from '../../platform/loan-wish.ts';
import { lusakaToday } from '../../platform/lusaka-time.ts';
import { session, useSession } from '../../platform/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { promotionWords } from '../../words/promotion.ts';
import { titles } from '../../words/titles.ts';
import { LoanChooser } from '../home/loan-chooser.tsx';
import { usePublicProducts } from '../home/public-products.ts';
import { LazyInstallBanner } from '../install/lazy-install-banner.tsx';
import { LoginFields } from '../login/login-fields.tsx';
import { useLoginForm } from '../login/use-login-form.ts';
import styles from './promotion.module.css';

const PAGE = { pageId: '/promotion', pageName: 'promotion' };

/** The page of a channel's link: the loans and their cost, with the registration below. */
export function PromotionPage() {
  const [wasSignedIn] = useState(() => session.getState().token !== null);
  const isSignedIn = useSession((state) => state.token !== null);
  const form = useRef<HTMLDivElement>(null);

  if (wasSignedIn) return <Redirect to="/home" replace />;
  return (
    <PageFrame title={titles.promotion} backTo="/home">
      {isSignedIn ? (
        <>
          <Registered />
          <LazyInstallBanner />
        </>
      ) : (
        <>
          <div className={styles.lead}>
            <p className={styles.tagline}>{promotionWords.tagline}</p>
            <p>{promotionWords.lead}</p>
          </div>
          <OnOffer
            onChoose={() => form.current?.querySelector<HTMLInputElement>('input[type="tel"]')?.focus()}
          />
          <div ref={form}>
            <RegistrationForm />
          </div>
        </>
      )}
    </PageFrame>
  );
}

const CHOOSER_LINES = [18, 38, 62, 48, 112, 48];

function OnOffer({ onChoose }: { onChoose: () => void }) {
  const { products, errorMessage, isFetching, fetchAgain } = usePublicProducts();
  const product = products?.marketList.find((candidate) => !candidate.locked);
  if (product) {
    return (
      <LoanChooser product={product} limit={product.maxAmount} startOn={lusakaToday()} onChoose={onChoose} />
    );
  }
  if (products) return null;
  return (
    <Card>
      {errorMessage === null ? (
        <Skeleton lines={CHOOSER_LINES} />
      ) : (
        <ErrorState message={errorMessage} onRetry={() => void fetchAgain()} isRetrying={isFetching} />
      )}
    </Card>
  );
}

function RegistrationForm() {
  const login = useLoginForm({ ...PAGE, actionId: 'register', actionName: 'register' });
  return (
    <Card title={promotionWords.form.title}>
      <form className={styles.form} {...login.props}>
        <LoginFields login={login} trackedOn={PAGE} submit={promotionWords.form.submit} />
      </form>
    </Card>
  );
}

function Registered() {
  const { done } = promotionWords;
  return (
    <Card>
      <EmptyState
        drawing="shield"
        title={done.title}
        action={
          <div className={styles.ways}>
            <ButtonLink to={pathOfWish() ?? '/home'}>{done.home}</ButtonLink>
            <ButtonLink to="/googleStore" variant="quiet" isWide>
              {done.install}
            </ButtonLink>
          </div>
        }
      >
        {done.text}
      </EmptyState>
    </Card>
  );
}
