import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useState } from 'react';
import { useSession } from '../../platform/session.ts';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { RowButton, Rows } from '../../ui/row-link.tsx';
import { settingsWords } from '../../words/settings.ts';
import styles from './settings.module.css';

export function AppCard() {
  const words = settingsWords.app;
  const version = useSession((state) => state.AppVersionCode);
  const [outcome, setOutcome] = useState('');
  const check = async () => {
    setOutcome('');
    try {
      if (await isNewerServed()) await bringNewer();
      else setOutcome(words.newest);
    } catch {
      setOutcome(words.offline);
    }
  };
  return (
    <Card title={words.title}>
      <Facts facts={[{ label: words.version, value: version }]} />
      <Rows>
        <RowButton onClick={() => void check()} icon={<RefreshCw aria-hidden="true" />} title={words.check} />
      </Rows>
      <p className={styles.outcome} role="status">
        {outcome}
      </p>
    </Card>
  );
}

async function bringNewer(): Promise<void> {
  const { checkForUpdate } = await import('../update/keep-up-to-date.ts');
  if (!(await checkForUpdate())) location.reload();
}

/** The file names of a build contain a hash, so another name in the served page means another build. */
async function isNewerServed(): Promise<boolean> {
  const running = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  const response = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } });
  if (!response.ok) throw new Error('the page was not served');
  const src = running?.getAttribute('src');
  return src != null && !(await response.text()).includes(src);
}
