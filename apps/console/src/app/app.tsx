import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Route, Router, Switch } from 'wouter';
import { SessionEnded } from '../features/sign-in/session-ended.tsx';
import { SignInPage } from '../features/sign-in/sign-in-page.tsx';
import { sentenceOf } from '../platform/call-failure.ts';
import { queryClient } from '../platform/query.ts';
import { session } from '../platform/session.ts';
import { useStore } from '../platform/store.ts';
import { Button } from '../ui/button.tsx';
import { EntryFrame } from '../ui/entry-frame.tsx';
import { FailureBoundary } from '../ui/failure-boundary.tsx';
import { Failure, Loading } from '../ui/states.tsx';
import { Toaster } from '../ui/toaster.tsx';
import { useSessionWatch } from './session-watch.ts';
import { Shell } from './shell.tsx';

const InvitationPage = lazy(async () => ({
  default: (await import('../features/invitation/invitation-page.tsx')).InvitationPage,
}));

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <FailureBoundary frame={(failure) => <EntryFrame title="Thumba console">{failure}</EntryFrame>}>
        <Router base="/console">
          <Switch>
            <Route path="/invitation">
              <Suspense fallback={<Loading />}>
                <InvitationPage />
              </Suspense>
            </Route>
            <Route>
              <Gate />
            </Route>
          </Switch>
        </Router>
        <Toaster />
      </FailureBoundary>
    </QueryClientProvider>
  );
}

/** Shows the page to a signed-in person, and the sign-in to others. */
function Gate() {
  const asked = useSessionWatch();
  const { session: known, person, hasEnded } = useStore(session);
  if (person !== null) {
    return (
      <>
        <Shell person={person} />
        {hasEnded && <SessionEnded person={person} />}
      </>
    );
  }
  if (known !== null) return <SignInPage session={known} />;
  return (
    <EntryFrame title="Thumba console">
      {asked.error ? (
        <>
          <Failure>{sentenceOf(asked.error)}</Failure>
          <Button onClick={() => void asked.refetch()}>Try again</Button>
        </>
      ) : (
        <Loading />
      )}
    </EntryFrame>
  );
}
