import { DEVICE_TYPE } from '@thumba/contract/codes';
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { CallFailure } from '../../platform/call-answer.ts';
import { device } from '../../platform/device.ts';
import { startDownload } from '../../platform/download.ts';
import { messageOf, useSend } from '../../platform/query.ts';
import { session } from '../../platform/session.ts';
import { asOfText } from '../../ui/as-of.tsx';
import { Button } from '../../ui/button.tsx';
import { paperWords } from '../../words/paper.ts';
import { richText } from '../../words/rich-text.tsx';
import { wholeSentence } from '../../words/whole-sentence.ts';
import type { WantedPaper } from './kept-papers.ts';
import styles from './paper-button.module.css';

type PaperButtonProps = WantedPaper & {
  label: string;
  variant?: 'secondary' | 'quiet';
};

/**
 * Makes a paper and passes it to the phone's downloads. The page does not learn whether the download succeeded.
 * Without a connection, the copy that was last opened is used.
 */
export function PaperButton({ label, variant = 'secondary', ...wanted }: PaperButtonProps) {
  const paper = useSend('issuePaper', { failureShownBy: 'screen' });
  const [keptAtMs, setKeptAtMs] = useState<number>();
  const download = async () => {
    setKeptAtMs(undefined);
    const { token } = session.getState();
    try {
      const issued = await paper.mutateAsync({ body: wanted });
      startDownload(issued);
      if (mayBeKept()) await keepingPapers().then(({ keepPaper }) => keepPaper(token, wanted, issued));
    } catch (error) {
      const isOffline = error instanceof CallFailure && error.kind === 'offline';
      if (isOffline && mayBeKept()) setKeptAtMs((await keepingPapers()).handOverKept(wanted));
    }
  };
  return (
    <div className={styles.paper}>
      <Button
        variant={variant}
        isBusy={paper.isPending}
        onClick={() => void download().catch(() => undefined)}
      >
        <Download aria-hidden="true" />
        {label}
      </Button>
      <p className={styles.outcome} role="status">
        {paper.isError &&
          (keptAtMs === undefined
            ? paperWords.failed(wholeSentence(messageOf(paper.error)))
            : paperWords.kept(asOfText(keptAtMs)))}
        {paper.isSuccess &&
          richText(paperWords.done, { again: (text) => <a href={paper.data.url}>{text}</a> })}
      </p>
    </div>
  );
}

const keepingPapers = () => import('./kept-papers.ts');

/** The download manager of the Android app takes an address only, so a kept paper cannot be passed to it. */
const mayBeKept = () => device.type === DEVICE_TYPE.browser;
