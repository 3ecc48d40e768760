import { CallFailure } from '../../platform/call-answer.ts';
import { navigate } from '../../platform/navigation.ts';
import { useSend } from '../../platform/query.ts';
import { session, signOut } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { meWords } from '../../words/me.ts';

export function LogOutDialog({ onClose }: { onClose: () => void }) {
  const logOut = useSend('logout', { loading: 'loading' });

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
        // Without a connection the borrower can still be logged out on this phone, but not on others.
        onError: (error) => {
          if (error instanceof CallFailure && error.kind === 'offline' && !everywhere) leave();
        },
      },
    );
  };

  return (
    <Overlay kind="sheet" title={meWords.logOut.title} onClose={onClose}>
      <Stack>
        <p>{meWords.logOut.needsCode}</p>
        <Button onClick={() => start(false)} isBusy={logOut.isPending}>
          {meWords.logOut.here}
        </Button>
        <Button variant="secondary" onClick={() => start(true)} isBusy={logOut.isPending}>
          {meWords.logOut.everywhere}
        </Button>
      </Stack>
    </Overlay>
  );
}
