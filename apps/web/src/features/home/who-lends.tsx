import type { Answer } from '@thumba/contract/wire';
import LifeBuoy from 'lucide-react/icons/life-buoy';
import PhoneCall from 'lucide-react/icons/phone-call';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { call } from '../../platform/call.ts';
import { callAddress } from '../../platform/lender-phone.ts';
import { Skeleton } from '../../ui/states.tsx';
import { aboutLoansWords } from '../../words/about-loans.ts';
import styles from './home.module.css';

type Lender = Answer<'getLender'>;

let kept: Promise<Lender> | undefined;

/** Read once for a load of the page. Not with `useAnswer`, which would load its library for a visitor. */
function loadLender(): Promise<Lender> {
  kept ??= call('getLender', {}, { failureShownBy: 'background' });
  kept.catch(() => {
    kept = undefined;
  });
  return kept;
}

/** Who lends, by which licence, and how a visitor reaches them before giving a number. */
export function WhoLends() {
  const { trust } = aboutLoansWords;
  const [lender, setLender] = useState<Lender | 'coming' | 'unknown'>('coming');
  useEffect(() => {
    loadLender().then(setLender, () => setLender('unknown'));
  }, []);
  if (lender === 'coming') return <Skeleton lines={[64, 44]} />;
  return (
    <>
      {lender !== 'unknown' && (
        <>
          <p className={styles.trustLine}>
            <ShieldCheck aria-hidden="true" />
            <span className={styles.small}>
              {trust.lender(lender.name)}
              <br />
              {trust.licence(lender.licence)}
            </span>
          </p>
          <p className={styles.trustLine}>
            <PhoneCall aria-hidden="true" />
            <span className={styles.small}>
              <a className={styles.trustLink} href={callAddress(lender.phone)}>
                {trust.call(lender.phone)}
              </a>
              <br />
              {lender.hours}
            </span>
          </p>
        </>
      )}
      <p className={styles.trustLine}>
        <LifeBuoy aria-hidden="true" />
        <Link className={styles.trustLink} to="/me/help">
          {trust.help}
        </Link>
      </p>
    </>
  );
}
