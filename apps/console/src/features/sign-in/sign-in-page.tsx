import type { Session } from '../../platform/session.ts';
import { EntryFrame } from '../../ui/entry-frame.tsx';
import { SignInForm } from './sign-in-form.tsx';

export function SignInPage({ session }: { session: Session }) {
  return (
    <EntryFrame title="Sign in" note={session.lenderName} isDemo={session.isDemo}>
      <SignInForm step={session.step === 'code' ? 'code' : 'password'} />
    </EntryFrame>
  );
}
