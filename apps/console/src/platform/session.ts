import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { createStore, useStore } from './store.ts';

export type Session = StaffAnswer<'staffSession'>;
export type Person = NonNullable<Session['person']>;

type SessionState = {
  /** The last answer of the server. Null before the first one. */
  session: Session | null;
  /** The person whose page this is. It stays when the session ends, so that nothing typed is lost. */
  person: Person | null;
  /** True from the end of the session until the same person signs in again. */
  hasEnded: boolean;
};

export const SIGNED_OUT: SessionState = { session: null, person: null, hasEnded: false };
export const session = createStore<SessionState>(SIGNED_OUT);

/** Takes over who is signed in. Answers false where another person signed in over the page of the first one. */
export function learnSession(learned: Session): boolean {
  const { person } = session.get();
  const isOther = person !== null && learned.person !== null && learned.person.staffId !== person.staffId;
  if (isOther) return false;
  const hasEnded = person !== null && learned.person === null;
  session.set({ session: learned, person: learned.person ?? person, hasEnded });
  return true;
}

/** The session has ended in mid-work: the page stays, and asks for signing in again over it. */
export function endSession(): void {
  const before = session.get();
  if (before.person !== null && !before.hasEnded) session.set({ ...before, hasEnded: true });
}

/** The signed-in person. Only for what is drawn behind the sign-in. */
export function usePerson(): Person {
  const { person } = useStore(session);
  if (person === null) throw new Error('no person is signed in');
  return person;
}
