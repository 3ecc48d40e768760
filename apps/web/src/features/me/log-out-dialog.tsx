import { CallFailure } from '../../platform/call-answer.ts';
import { navigate } from '../../platform/navigation.ts';
import { useSend } from '../../platform/query.ts';
import { session, signOut } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { Overlay } from '../../ui/overlay.tsx';

export function LogOutDialog({ onClose }: { onClose: () => void }) {
  const logOut = useSend('logout', { loading: 'Loading...' });

  const leave = () => {
    navigate('/home', { replace: true });
    signOut(session);
  };
  const start = (everywhere: boolean) => {
    if (logOut.isPending) return;
    logOut.mutate(
      { body: { everywhere } },
      {
        onSuccess: leave,
        // Without a connection this phone can still forget the borrower, but the others cannot be told.
        onError: (error) => {
          if (error instanceof CallFailure && error.kind === 'offline' && !everywhere) leave();
        },
      },
    );
  };

  return (
    <Overlay kind="sheet" title="Log out" onClose={onClose}>
      <Stack>
        <p>You will need a new code by SMS to log in again.</p>
        <Button onClick={() => start(false)} isBusy={logOut.isPending}>
          Log out on this phone
        </Button>
        <Button variant="secondary" onClick={() => start(true)} isBusy={logOut.isPending}>
          Log out everywhere
        </Button>
      </Stack>
    </Overlay>
  );
}
