import type { useKeyGroups } from '../platform/keys.ts';
import { Dialog } from './dialog.tsx';
import styles from './keys-dialog.module.css';

type KeysDialogProps = { groups: ReturnType<typeof useKeyGroups>; onClose: () => void };

/** The keys that work on the page behind it. */
export function KeysDialog({ groups, onClose }: KeysDialogProps) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <div className={styles.groups}>
        {groups.map((group) => (
          <section key={group.title} aria-label={group.title}>
            <h3 className={styles.title}>{group.title}</h3>
            <dl className={styles.keys}>
              {group.keys.map(({ keys, does }) => (
                <div key={keys} className={styles.row}>
                  <dt>{does}</dt>
                  <dd>
                    <kbd className={styles.key}>{keys}</kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
