import { Suspense } from 'react';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { useSession } from '../../platform/session.ts';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { greeting } from './greeting.ts';
import styles from './home.module.css';
import { HomeHeader } from './home-header.tsx';
import { SignedOutHome } from './signed-out-home.tsx';

const SignedInHome = lazyPart(() => import('./signed-in-home.tsx').then((part) => part.SignedInHome));

export function HomePage() {
  const isSignedIn = useSession((state) => state.token !== null);
  if (!isSignedIn) return <SignedOutHome />;
  return (
    <Suspense fallback={<ComingHome />}>
      <SignedInHome />
    </Suspense>
  );
}

/** The signed-in home before its data has arrived. */
function ComingHome() {
  const name = useSession((state) => state.userInfo?.name);
  return (
    <>
      <HomeHeader look="greeting" heading={greeting(name)} isPlaceholder />
      <main className={styles.content}>
        <Card>
          <Skeleton lines={[24, 44, 52, 52]} />
        </Card>
      </main>
    </>
  );
}
