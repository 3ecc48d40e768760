import { useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './applications.module.css';
import { usePicture } from './use-application.ts';

/** A picture of an application. A click shows it in the size of the window. */
export function PictureFrame({ loanId, picture, title }: { loanId: number; picture: string; title: string }) {
  const { url, isMissing } = usePicture(loanId, picture);
  const [isLarge, setLarge] = useState(false);
  return (
    <figure className={styles.figure}>
      {url ? (
        <button
          type="button"
          className={styles.frame}
          aria-label={`${title}, larger`}
          onClick={() => setLarge(true)}
        >
          <img src={url} alt={title} className={styles.picture} />
        </button>
      ) : (
        <div className={styles.frame}>{isMissing ? 'This picture cannot be shown.' : ''}</div>
      )}
      <figcaption className={styles.caption}>{title}</figcaption>
      {isLarge && (
        <Dialog title={title} isWide onClose={() => setLarge(false)}>
          <img src={url} alt={title} className={styles.large} />
        </Dialog>
      )}
    </figure>
  );
}

export function NoPicture({ title }: { title: string }) {
  return (
    <figure className={styles.figure}>
      <div className={styles.frame}>There is none.</div>
      <figcaption className={styles.caption}>{title}</figcaption>
    </figure>
  );
}
