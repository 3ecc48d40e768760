import type { Person } from '../../platform/session.ts';
import { openAsOtherPerson } from '../../platform/sign-in.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './sign-in.module.css';
import { SignInForm } from './sign-in-form.tsx';

/** Over the page of a person whose session has ended. The page stays as it is, with all that was typed. */
export function SessionEnded({ person }: { person: Person }) {
  return (
    <Dialog title="Your session has ended" hidesPage>
      <p className={styles.ended}>
        Sign in again as {person.name}. The page behind this stays as it is, with what you typed. Text that
        you left on another page without sending it is removed.
      </p>
      <SignInForm step="password" userName={person.userName} />
      <div className={styles.other}>
        <Button look="quiet" onClick={openAsOtherPerson}>
          Leave this page
        </Button>
      </div>
    </Dialog>
  );
}
