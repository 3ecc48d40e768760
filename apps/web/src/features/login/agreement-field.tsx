import { Suspense, useState } from 'react';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { CheckField } from '../../ui/field.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { loginWords } from '../../words/login.ts';
import { richText } from '../../words/rich-text.tsx';
import { titles } from '../../words/titles.ts';
import styles from './login-panel.module.css';

const PrivacyText = lazyPart(() => import('../privacy/privacy-text.tsx').then((part) => part.PrivacyText));
const TermsText = lazyPart(() => import('../privacy/terms-text.tsx').then((part) => part.TermsText));

type AgreementFieldProps = {
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  error?: string | undefined;
};

/** The agreement for signing in, with links to its texts. */
export function AgreementField(props: AgreementFieldProps) {
  const [shownPaper, setShownPaper] = useState<'policy' | 'terms'>();
  const linkTo = (paper: 'policy' | 'terms') => (inner: string) => (
    <button type="button" className={styles.link} onClick={() => setShownPaper(paper)}>
      {inner}
    </button>
  );
  return (
    <>
      <CheckField {...props}>
        {richText(loginWords.agreement, { policy: linkTo('policy'), terms: linkTo('terms') })}
      </CheckField>
      {shownPaper && (
        <Overlay
          kind="panel"
          title={shownPaper === 'policy' ? titles.privacyPolicy : titles.terms}
          onClose={() => setShownPaper(undefined)}
          isReading
        >
          <PartBoundary>
            <Suspense fallback={<Skeleton lines={[80, 120, 120]} />}>
              {shownPaper === 'policy' ? <PrivacyText /> : <TermsText />}
            </Suspense>
          </PartBoundary>
        </Overlay>
      )}
    </>
  );
}
