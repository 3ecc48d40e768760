import { useEffect, useRef } from 'react';
import { PageFrame } from '../../ui/page-frame.tsx';
import { titles } from '../../words/titles.ts';
import styles from './privacy-text.module.css';
import { PrivacyText } from './privacy-text.tsx';
import { TermsText } from './terms-text.tsx';

const TERMS = 'terms';

/** The policy, and the terms below it. An address that ends in #terms starts there. */
export function PrivacyPage() {
  const terms = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (location.hash !== `#${TERMS}`) return;
    terms.current?.scrollIntoView();
    terms.current?.focus({ preventScroll: true });
  }, []);
  return (
    <PageFrame title={titles.privacyPolicy} backTo="/home">
      <PrivacyText />
      <h2 ref={terms} id={TERMS} tabIndex={-1} className={styles.heading}>
        {titles.terms}
      </h2>
      <TermsText />
    </PageFrame>
  );
}
