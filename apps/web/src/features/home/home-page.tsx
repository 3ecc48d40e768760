import { lazyPart } from '../../platform/lazy-part.tsx';
import { useSession } from '../../platform/session.ts';
import { SignedOutHome } from './signed-out-home.tsx';

const SignedInHome = lazyPart(() => import('./signed-in-home.tsx').then((part) => part.SignedInHome));

export function HomePage() {
  const isSignedIn = useSession((state) => state.token !== null);
  return isSignedIn ? <SignedInHome /> : <SignedOutHome />;
}
