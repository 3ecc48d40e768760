import { formatPercentage } from '@thumba/lending/rate';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { Link } from 'wouter';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { toldByPage } from '../../platform/told-by-page.ts';
import { Card } from '../../ui/card.tsx';
import { Facts, Steps } from '../../ui/facts.tsx';
import { OptionalPart } from '../../ui/part-boundary.tsx';
import { aboutLoansWords } from '../../words/about-loans.ts';
import { oneOfOperators } from '../../words/operators.ts';
import { richText } from '../../words/rich-text.tsx';
import { LazyInstallBanner } from '../install/lazy-install-banner.tsx';
import { NoticeBar } from '../notice/notice-bar.tsx';
import styles from './home.module.css';
import type { PublicPolicy } from './public-products.ts';
import { WheelEntry } from './wheel-entry.tsx';

const LanguageLine = lazyPart(() =>
  import('../language/language-line.tsx').then((part) => part.LanguageLine),
);

type AboutLoansProps = { policy: PublicPolicy | undefined; operators: readonly string[] | undefined };

/** Shown below the loan chooser. It is not in sight at first, so it is loaded later. */
export function AboutLoans({ policy, operators }: AboutLoansProps) {
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
            text: typeof text === 'string' ? text : text(oneOfOperators(operators)),
          }))}
        />
      </Card>
      {policy && <PublicTerms policy={policy} />}
      <WheelEntry />
      <Card title={trust.title}>
        <div className={styles.trust}>
          <p className={styles.trustLine}>
            <ShieldCheck aria-hidden="true" />
            <span className={styles.small}>{trust.licence}</span>
          </p>
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
function PublicTerms({ policy }: { policy: PublicPolicy }) {
  const { costs } = aboutLoansWords;
  return (
    <Card title={costs.title}>
      <Facts
        facts={[
          { label: costs.runFor, value: termsText(policy) },
          { label: costs.highestApr, value: formatPercentage(policy.maxApr) },
        ]}
      />
      <p className={styles.small}>{policy.example}</p>
    </Card>
  );
}

function termsText({ minTermDays, maxTermDays }: PublicPolicy): string {
  const { oneTerm, terms } = aboutLoansWords.costs;
  return minTermDays === maxTermDays ? oneTerm(maxTermDays) : terms(minTermDays, maxTermDays);
}
