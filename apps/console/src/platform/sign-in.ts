import { queryClient } from './query.ts';
import { learnSession, type Session, SIGNED_OUT, session } from './session.ts';
import { staffCall } from './staff-call.ts';

const HOME = '/console/';

/** Takes over the answer of a step of signing in. */
export async function takeSession(learned: Session): Promise<void> {
  if (!learnSession(learned)) {
    openAsOtherPerson();
    return;
  }
  queryClient.setQueryData(['staffSession', {}], learned);
  // What was asked for while the session was over is asked for again.
  if (learned.person !== null) await queryClient.invalidateQueries({ predicate: isOfPage });
}

const isOfPage = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== 'staffSession';

/** Loads the console anew: what is on the page belongs to another person. */
export function openAsOtherPerson(): void {
  session.set(SIGNED_OUT);
  location.assign(HOME);
}

/** Ends the session and forgets everything that was shown. */
export async function signOut(): Promise<void> {
  await staffCall('staffSignOut', {});
  session.set(SIGNED_OUT);
  queryClient.clear();
  location.assign(HOME);
}
