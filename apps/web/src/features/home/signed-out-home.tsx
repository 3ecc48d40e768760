import { Suspense } from 'react';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { lusakaToday } from '../../platform/lusaka-time.ts';
import { openLoginPanel, session } from '../../platform/session.ts';
import { Card } from '../../ui/card.tsx';
import { OptionalPart, PartBoundary } from '../../ui/part-boundary.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { homeWords } from '../../words/home.ts';
import styles from './home.module.css';
import { HomeHeader } from './home-header.tsx';
import { LaterNothingToChoose } from './later-nothing-to-choose.tsx';
import { LoanChooser } from './loan-chooser.tsx';
import { usePublicProducts } from './public-products.ts';

const AboutLoans = lazyPart(() => import('./about-loans.tsx').then((part) => part.AboutLoans));

const PullToRefresh = lazyPart(() =>
  import('../../ui/pull-to-refresh.tsx').then((part) => part.PullToRefresh),
);

/** The heights of the loan chooser's parts, as in `index.html`: the card does not jump when the products arrive. */
const CHOOSER_LINES = [18, 38, 62, 48, 112, 48];

export function SignedOutHome() {
  const { products, errorMessage, isFetching, fetchAgain } = usePublicProducts();
  const product = products?.marketList.find((candidate) => !candidate.locked);
  const logIn = () => openLoginPanel(session);

  return (
    <>
      <HomeHeader
        look="tagline"
        heading={homeWords.tagline}
        aside={
          <button type="button" className={styles.asideLink} onClick={logIn}>
            {homeWords.logIn}
          </button>
        }
      />
      <main className={styles.content}>
        {product ? (
          <LoanChooser product={product} limit={product.maxAmount} startOn={lusakaToday()} onChoose={logIn} />
        ) : (
          <Card>
            {errorMessage !== null ? (
              <ErrorState message={errorMessage} onRetry={() => void fetchAgain()} isRetrying={isFetching} />
            ) : products ? (
              <LaterNothingToChoose />
            ) : (
              <Skeleton lines={CHOOSER_LINES} />
            )}
          </Card>
        )}
        <OptionalPart>
          <PullToRefresh onRefresh={fetchAgain} />
        </OptionalPart>
        <PartBoundary frame={(failed) => <Card>{failed}</Card>}>
          <Suspense>
            <AboutLoans products={products} />
          </Suspense>
        </PartBoundary>
      </main>
    </>
  );
}
