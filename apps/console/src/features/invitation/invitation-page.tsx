import { useMutation } from '@tanstack/react-query';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import KeyRound from 'lucide-react/icons/key-round';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { fieldsOf, sentenceOf } from '../../platform/call-failure.ts';
import { arePasskeysOffered, makePasskey, PasskeyFailure } from '../../platform/passkey.ts';
import type { Session } from '../../platform/session.ts';
import { takeSession } from '../../platform/sign-in.ts';
import { staffCall } from '../../platform/staff-call.ts';
import { Button } from '../../ui/button.tsx';
import { EntryFrame } from '../../ui/entry-frame.tsx';
import { Form, TextField } from '../../ui/field.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { AuthenticatorStep } from './authenticator-step.tsx';
import { takeToken } from './invitation-token.ts';

type Invitation = StaffAnswer<'openInvitation'>;

const token = takeToken();
const TITLE = 'Your invitation';

/** A new person chooses how to sign in: a passkey, or a password with an authenticator app. */
export function InvitationPage() {
  const opened = useMutation<Invitation, Error, void>({
    mutationFn: () => staffCall('openInvitation', { body: { token } }),
  });
  const { mutate: open } = opened;
  useEffect(() => {
    if (token !== '') open();
  }, [open]);
  if (token === '') {
    return (
      <EntryFrame title={TITLE}>
        <p>Open the whole link that you were sent. If you loaded this page again, open the link again.</p>
      </EntryFrame>
    );
  }
  if (opened.error) {
    return (
      <EntryFrame title={TITLE}>
        <Failure>{sentenceOf(opened.error)}</Failure>
        <p>Ask the administrator for a new link.</p>
      </EntryFrame>
    );
  }
  if (!opened.data) {
    return (
      <EntryFrame title={TITLE}>
        <Loading />
      </EntryFrame>
    );
  }
  return <WaysIn invitation={opened.data} />;
}

function WaysIn({ invitation }: { invitation: Invitation }) {
  const [, navigate] = useLocation();
  const [isPassword, setPassword] = useState(!arePasskeysOffered);
  const signedIn = async (session: Session) => {
    await takeSession(session);
    navigate('/', { replace: true });
  };
  return (
    <EntryFrame
      title={`Welcome, ${invitation.name}`}
      note={
        <>
          Your user name is <strong>{invitation.userName}</strong>. The link ends{' '}
          <Time at={invitation.endsAt} />.
        </>
      }
    >
      {isPassword ? (
        <PasswordWay
          userName={invitation.userName}
          onSignedIn={signedIn}
          onBack={arePasskeysOffered ? () => setPassword(false) : undefined}
        />
      ) : (
        <PasskeyWay onSignedIn={signedIn} onPassword={() => setPassword(true)} />
      )}
    </EntryFrame>
  );
}

type SignedIn = (session: Session) => Promise<void>;

function PasskeyWay({ onSignedIn, onPassword }: { onSignedIn: SignedIn; onPassword: () => void }) {
  const accept = useMutation<void, Error, void>({
    mutationFn: async () => {
      const options = await staffCall('passkeyInvitationOptions', { body: { token } });
      const response = await makePasskey(options);
      await onSignedIn(await staffCall('acceptWithPasskey', { body: { token, response } }));
    },
  });
  const { error } = accept;
  return (
    <>
      <p>
        A passkey is the safer way: the lock of this device signs you in, there is nothing to remember, and no
        other page can ask for it.
      </p>
      {error && <Failure>{error instanceof PasskeyFailure ? error.message : sentenceOf(error)}</Failure>}
      <Button look="main" isWide isBusy={accept.isPending} onClick={() => accept.mutate()}>
        <KeyRound aria-hidden="true" /> Make a passkey
      </Button>
      <Button isWide onClick={onPassword}>
        Use a password and an authenticator app
      </Button>
    </>
  );
}

type PasswordWayProps = { userName: string; onSignedIn: SignedIn; onBack: (() => void) | undefined };

function PasswordWay({ userName, onSignedIn, onBack }: PasswordWayProps) {
  const [password, setPassword] = useState('');
  const accept = useMutation<StaffAnswer<'acceptWithPassword'>, Error, void>({
    mutationFn: () => staffCall('acceptWithPassword', { body: { token, password } }),
  });
  if (accept.data) {
    return (
      <AuthenticatorStep
        authenticator={accept.data}
        onCode={async (code) => onSignedIn(await staffCall('confirmInvitation', { body: { token, code } }))}
      />
    );
  }
  const { password: problem } = fieldsOf(accept.error);
  return (
    <Form onSubmit={() => !accept.isPending && accept.mutate()}>
      <input type="hidden" autoComplete="username" value={userName} readOnly />
      <TextField
        label="Password"
        type="password"
        hint="At least 12 characters. Several words are good."
        value={password}
        onChange={setPassword}
        problem={problem}
        autoComplete="new-password"
      />
      {accept.error && !problem && <Failure>{sentenceOf(accept.error)}</Failure>}
      <Button type="submit" look="main" isWide isBusy={accept.isPending}>
        Continue
      </Button>
      {onBack && (
        <Button look="quiet" isWide onClick={onBack}>
          Use a passkey instead
        </Button>
      )}
    </Form>
  );
}
