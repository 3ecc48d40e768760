import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { Link } from 'wouter';
import { lusakaToday } from '../../platform/lusaka-time.ts';
import { openLoginPanel, session } from '../../platform/session.ts';
import { Card } from '../../ui/card.tsx';
import { Steps } from '../../ui/facts.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import styles from './home.module.css';
import { HomeHeader } from './home-header.tsx';
import { LoanChooser } from './loan-chooser.tsx';
import { usePublicProducts } from './public-products.ts';

const steps = [
  { title: 'Your NRC and a few details', text: 'About five minutes' },
  { title: 'See the whole cost first', text: 'Nothing is deducted, nothing hidden' },
  { title: 'Money on your phone', text: 'To your own MTN, Airtel or Zamtel account' },
];

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
        heading={<>A Pocket Wallet For&nbsp;All&nbsp;Zambians</>}
        aside={
          <button type="button" className={styles.asideLink} onClick={logIn}>
            Log in
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
            ) : (
              <Skeleton lines={CHOOSER_LINES} />
            )}
          </Card>
        )}
        <Card title="How it works">
          <Steps steps={steps} />
        </Card>
        <Card title="Why you can trust us">
          <div className={styles.trust}>
            <p className={styles.trustLine}>
              <ShieldCheck aria-hidden="true" />
              <span className={styles.small}>
                Loans are made under the lender’s licence in Zambia. {products?.policy.example}
              </span>
            </p>
            <p className={styles.trustLine}>
              <LockKeyhole aria-hidden="true" />
              <span className={styles.small}>
                Your details are encrypted, and we never call your contacts about a debt.{' '}
                <Link to="/agreement/privacy">Privacy Policy</Link>
              </span>
            </p>
          </div>
        </Card>
      </main>
    </>
  );
}
