import type { Answer } from '@thumba/contract/wire';
import { Link } from 'wouter';
import { useAnswer } from '../../platform/query.ts';
import { Card, Rule, Stack } from '../../ui/card.tsx';
import { Coming } from '../../ui/coming.tsx';
import { settingsWords } from '../../words/settings.ts';
import { ConsentSwitch, standing } from '../consent/consent-switch.tsx';
import { PushSwitch } from './push-switch.tsx';
import styles from './settings.module.css';

type Consent = Answer<'listConsents'>[number];

export function ConsentsCard() {
  const consents = useAnswer('listConsents', {});
  return (
    <Card title={settingsWords.consents.title}>
      {consents.data ? (
        <Stack>
          <p className={styles.small}>{settingsWords.consents.lead}</p>
          {consents.data.map((consent) => (
            <Stack key={consent.kind}>
              <Rule />
              <OneConsent consent={consent} />
            </Stack>
          ))}
        </Stack>
      ) : (
        <Coming answers={[consents]} lines={[44, 96, 96, 96, 96, 96]} />
      )}
    </Card>
  );
}

function OneConsent({ consent }: { consent: Consent }) {
  if (!consent.withdrawable) return <LastingConsent consent={consent} />;
  return consent.kind === 'push' ? <PushSwitch consent={consent} /> : <ConsentSwitch consent={consent} />;
}

/** A consent that cannot be withdrawn separately says how it ends. */
function LastingConsent({ consent }: { consent: Consent }) {
  const words = settingsWords.consents;
  return (
    <div className={styles.lasting}>
      <p className={styles.label}>
        <Link to="/agreement/privacy">{words.kinds[consent.kind]}</Link>
      </p>
      <p>{consent.wording}</p>
      <p>{words.privacyStays}</p>
      <p>{standing(consent)}</p>
    </div>
  );
}
