import Share2 from 'lucide-react/icons/share-2';
import { useState } from 'react';
import { billNumber } from '../../platform/bill-number.ts';
import { Button } from '../../ui/button.tsx';
import { payLinkWords as words } from '../../words/pay-link.ts';
import styles from '../paper/paper-button.module.css';
import { canShare, shareOrSay } from '../paper/share-sheet.ts';

/** Passes the link of a bill to a person who pays it: by the phone's list of apps, or else by copying. */
export function PayLinkButton({ orderId, link }: { orderId: number; link: string }) {
  const [outcome, setOutcome] = useState('');
  const pass = async () => {
    const text = words.text(billNumber(orderId), link);
    if (canShare()) await shareOrSay({ text });
    else setOutcome((await isCopied(text)) ? words.copied : words.here(link));
  };
  return (
    <div className={styles.paper}>
      <Button variant="secondary" onClick={() => void pass()}>
        <Share2 aria-hidden="true" />
        {words.title}
      </Button>
      <p className={styles.outcome} role="status">
        {outcome}
      </p>
    </div>
  );
}

/** A page that is not served over HTTPS has no clipboard. */
async function isCopied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
