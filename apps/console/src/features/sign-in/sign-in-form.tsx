import KeyRound from 'lucide-react/icons/key-round';
import { useState } from 'react';
import { CallFailure, fieldsOf, sentenceOf } from '../../platform/call-failure.ts';
import { useNowMs } from '../../platform/now.ts';
import { arePasskeysOffered, PasskeyFailure, signWithPasskey } from '../../platform/passkey.ts';
import { takeSession } from '../../platform/sign-in.ts';
import { staffCall } from '../../platform/staff-call.ts';
import { clockText } from '../../platform/time.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { Form, TextField } from '../../ui/field.tsx';
import { Failure } from '../../ui/states.tsx';
import styles from './sign-in.module.css';

/** What a step of signing in says of its last try. */
type Tried = { isBusy: boolean; failure: unknown; failedAtMs: number };

function useTry() {
  const [tried, setTried] = useState<Tried>({ isBusy: false, failure: null, failedAtMs: 0 });
  const attempt = async (act: () => Promise<void>) => {
    if (tried.isBusy) return;
    setTried({ isBusy: true, failure: null, failedAtMs: 0 });
    try {
      await act();
      setTried({ isBusy: false, failure: null, failedAtMs: 0 });
    } catch (failure) {
      setTried({ isBusy: false, failure, failedAtMs: Date.now() });
    }
  };
  return { ...tried, attempt };
}

type SignInFormProps = {
  step: 'password' | 'code';
  /** Set where the same person has to sign in again. */
  userName?: string;
};

/** Signing in by a passkey, or by password and code. */
export function SignInForm({ step: first, userName }: SignInFormProps) {
  const [step, setStep] = useState(first);
  return (
    <div className={styles.steps}>
      {step === 'code' ? (
        <CodeStep onStartAgain={() => setStep('password')} />
      ) : (
        <PasswordStep knownName={userName} onCode={() => setStep('code')} />
      )}
    </div>
  );
}

function PasswordStep({ knownName, onCode }: { knownName: string | undefined; onCode: () => void }) {
  const [userName, setUserName] = useState(knownName ?? '');
  const [password, setPassword] = useState('');
  const { isBusy, failure, failedAtMs, attempt } = useTry();
  const fields = fieldsOf(failure);
  const submit = () =>
    attempt(async () => {
      const session = await staffCall('staffPassword', { body: { userName, password } });
      setPassword('');
      await takeSession(session);
      if (session.step === 'code') onCode();
    });
  const passkey = () =>
    attempt(async () => {
      const response = await signWithPasskey(await staffCall('passkeySignInOptions', {}));
      await takeSession(await staffCall('passkeySignIn', { body: { response } }));
    });
  return (
    <>
      {arePasskeysOffered && (
        <>
          <Button isWide isBusy={isBusy} onClick={passkey}>
            <KeyRound aria-hidden="true" /> Use a passkey
          </Button>
          <p className={styles.or}>or</p>
        </>
      )}
      <Form onSubmit={submit}>
        <TextField
          label="User name"
          value={userName}
          onChange={setUserName}
          problem={fields.userName}
          readOnly={knownName !== undefined}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField
          label="Password"
          type="password"
          value={password}
          onChange={setPassword}
          problem={fields.password}
          autoComplete="current-password"
        />
        <TryFailure failure={failure} failedAtMs={failedAtMs} />
        <Button type="submit" look="main" isWide isBusy={isBusy}>
          Continue
        </Button>
      </Form>
    </>
  );
}

function CodeStep({ onStartAgain }: { onStartAgain: () => void }) {
  const [code, setCode] = useState('');
  const { isBusy, failure, failedAtMs, attempt } = useTry();
  const submit = () =>
    attempt(async () => {
      await takeSession(await staffCall('staffCode', { body: { code } }));
    });
  return (
    <Form onSubmit={submit}>
      <CodeField value={code} onChange={setCode} problem={fieldsOf(failure).code} />
      <TryFailure failure={failure} failedAtMs={failedAtMs} />
      <Button type="submit" look="main" isWide isBusy={isBusy}>
        Sign in
      </Button>
      <Button look="quiet" isWide onClick={onStartAgain}>
        Start again
      </Button>
    </Form>
  );
}

/** Why the last try was refused. After too many wrong tries it says when the next one is possible. */
function TryFailure({ failure, failedAtMs }: { failure: unknown; failedAtMs: number }) {
  const nowMs = useNowMs();
  if (failure === null || Object.keys(fieldsOf(failure)).length > 0) return null;
  const seconds = failure instanceof CallFailure ? failure.retryAfterSeconds : undefined;
  const againAtMs = failedAtMs + (seconds ?? 0) * 1000;
  const sentence = failure instanceof PasskeyFailure ? failure.message : sentenceOf(failure);
  return (
    <Failure>
      {sentence}
      {seconds !== undefined && againAtMs > nowMs && (
        <> The next try is possible at {clockText(new Date(againAtMs).toISOString())}.</>
      )}
    </Failure>
  );
}
