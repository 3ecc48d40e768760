import Share2 from 'lucide-react/icons/share-2';
import { useState } from 'react';
import { messageOf, useSend } from '../../platform/query.ts';
import { Button } from '../../ui/button.tsx';
import { paperWords } from '../../words/paper.ts';
import { wholeSentence } from '../../words/whole-sentence.ts';
import styles from './paper-button.module.css';
import { type Shared, shareOrSay } from './share-sheet.ts';

type ShareReceiptProps = {
  orderId: number;
  receiptNo: string;
  /** What was paid, as text. */
  sum: string;
};

/** Passes a receipt to another app of the phone: as PDF where the browser shares files, and otherwise as text. */
export function ShareReceipt({ orderId, receiptNo, sum }: ShareReceiptProps) {
  const paper = useSend('issuePaper', { failureShownBy: 'screen' });
  const [content, setContent] = useState<ShareData>();
  const [outcome, setOutcome] = useState<Shared>();
  const share = async () => {
    const ready = content ?? (await makeContent());
    setContent(ready);
    setOutcome(await shareOrSay(ready));
  };
  const makeContent = async (): Promise<ShareData> => {
    const issued = await paper.mutateAsync({ body: { orderId, kind: 'receipt', receiptNo } });
    const text = paperWords.receiptText(sum, receiptNo, `${location.origin}/verify/${issued.code}`);
    const pdf = await pdfOf(issued).catch(() => undefined);
    return pdf && navigator.canShare?.({ files: [pdf] }) ? { files: [pdf], text } : { text };
  };
  return (
    <div className={styles.paper}>
      <Button
        variant="secondary"
        isBusy={paper.isPending}
        onClick={() => void share().catch(() => undefined)}
      >
        <Share2 aria-hidden="true" />
        {paperWords.shareReceipt}
      </Button>
      <p className={styles.outcome} role="status">
        {paper.isError && paperWords.notShared(wholeSentence(messageOf(paper.error)))}
        {outcome === 'refused' && paperWords.tapAgain}
      </p>
    </div>
  );
}

async function pdfOf({ url, fileName }: { url: string; fileName: string }): Promise<File | undefined> {
  const answer = await fetch(url, { credentials: 'omit' });
  return answer.ok ? new File([await answer.blob()], fileName, { type: 'application/pdf' }) : undefined;
}
