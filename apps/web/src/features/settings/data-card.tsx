import Download from 'lucide-react/icons/download';
import Trash from 'lucide-react/icons/trash';
import { Suspense, useState } from 'react';
import { startDownload } from '../../platform/download.ts';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { messageOf } from '../../platform/query.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Rule } from '../../ui/card.tsx';
import { OverlayBoundary } from '../../ui/part-boundary.tsx';
import { RowButton, Rows } from '../../ui/row-link.tsx';
import { paperWords } from '../../words/paper.ts';
import { richText } from '../../words/rich-text.tsx';
import { settingsWords } from '../../words/settings.ts';
import { wholeSentence } from '../../words/whole-sentence.ts';
import { useSteppedSend } from '../step-up/use-stepped-send.tsx';
import styles from './settings.module.css';

const AccountDeletionPanel = lazyPart(() =>
  import('./account-deletion-panel.tsx').then((part) => part.AccountDeletionPanel),
);

export function DataCard() {
  const words = settingsWords.data;
  const [isDeleting, setDeleting] = useState(false);
  const file = useSteppedSend('downloadMyData', 'loading');
  const download = (format: 'pdf' | 'json') =>
    file.mutate({ body: { format } }, { onSuccess: startDownload });
  const asked = file.variables?.body.format;
  const saved = file.data;
  return (
    <Card title={words.title}>
      <p className={styles.small}>{words.text}</p>
      <Button variant="secondary" isBusy={file.isPending && asked === 'pdf'} onClick={() => download('pdf')}>
        <Download aria-hidden="true" />
        {words.pdf}
      </Button>
      <Button
        variant="secondary"
        isBusy={file.isPending && asked === 'json'}
        onClick={() => download('json')}
      >
        <Download aria-hidden="true" />
        {words.json}
      </Button>
      <p className={styles.outcome} role="status">
        {file.error && paperWords.failed(wholeSentence(messageOf(file.error)))}
        {saved && richText(paperWords.done, { again: (text) => <a href={saved.url}>{text}</a> })}
      </p>
      <Rule />
      <Rows>
        <RowButton
          onClick={() => setDeleting(true)}
          icon={<Trash aria-hidden="true" />}
          title={words.remove}
          detail={words.removeDetail}
        />
      </Rows>
      {file.sheet}
      {isDeleting && (
        <OverlayBoundary onClose={() => setDeleting(false)}>
          <Suspense>
            <AccountDeletionPanel onClose={() => setDeleting(false)} />
          </Suspense>
        </OverlayBoundary>
      )}
    </Card>
  );
}
