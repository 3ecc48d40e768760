import { formatDayCount } from '@thumba/lending/day';
import { formatPercentage } from '@thumba/lending/rate';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import { Link } from 'wouter';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { toldByPage } from '../../platform/told-by-page.ts';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { OptionalPart } from '../../ui/part-boundary.tsx';
import { Steps } from '../../ui/steps.tsx';
import { aboutLoansWords } from '../../words/about-loans.ts';
import { oneOfOperators } from '../../words/operators.ts';
import { richText } from '../../words/rich-text.tsx';
import { LazyInstallBanner } from '../install/lazy-install-banner.tsx';
import { NoticeBar } from '../notice/notice-bar.tsx';
import styles from './home.module.css';
import type { Products } from './public-products.ts';
import { WheelEntry } from './wheel-entry.tsx';
import { WhoLends } from './who-lends.tsx';

const LanguageLine = lazyPart(() =>
  import('../language/language-line.tsx').then((part) => part.LanguageLine),
);

type AboutLoansProps = { products: Products | undefined };

/** Shown below the loan chooser. It is not in sight at first, so it is loaded later. */
export function AboutLoans({ products }: AboutLoansProps) {
  const { howItWorks, steps, trust } = aboutLoansWords;
  return (
    <>
      {toldByPage('languages') && (
        <OptionalPart>
          <LanguageLine />
        </OptionalPart>
      )}
      <NoticeBar />
      <Card title={howItWorks}>
        <Steps
          steps={steps.map(({ title, text }) => ({
            title,
            text: typeof text === 'string' ? text : text(oneOfOperators(products?.operators)),
          }))}
        />
      </Card>
      {products && <PublicTerms products={products} />}
      <WheelEntry />
      <Card title={trust.title}>
        <div className={styles.trust}>
          <WhoLends />
          <p className={styles.trustLine}>
            <LockKeyhole aria-hidden="true" />
            <span className={styles.small}>
              {richText(trust.data, { policy: (name) => <Link to="/agreement/privacy">{name}</Link> })}
            </span>
          </p>
        </div>
      </Card>
      <LazyInstallBanner />
    </>
  );
}

/** The public terms of the loans on offer. */
function PublicTerms({ products: { policy, marketList } }: { products: Products }) {
  const { costs } = aboutLoansWords;
  const openTerms = marketList.filter(({ locked }) => !locked).flatMap(({ terms }) => terms);
  const longestDays = Math.max(0, ...openTerms.map(({ days }) => days));
  return (
    <Card title={costs.title}>
      <Facts
        facts={[
          { label: costs.runFor, value: termsText(policy) },
          { label: costs.highestApr, value: formatPercentage(policy.maxApr) },
        ]}
      />
      {longestDays > 0 && longestDays < policy.maxTermDays && (
        <p className={styles.small}>{costs.longerOnes(formatDayCount(longestDays))}</p>
      )}
      <p className={styles.small}>{policy.example}</p>
    </Card>
  );
}

function termsText({ minTermDays, maxTermDays }: Products['policy']): string {
  const { oneTerm, terms } = aboutLoansWords.costs;
  return minTermDays === maxTermDays ? oneTerm(maxTermDays) : terms(minTermDays, maxTermDays);
}
