import { useEffect, useState } from 'react';
import { keepSession } from './enter-app.ts';
import { openSession } from './simulator.ts';
import { spacedMobile } from './words.ts';

const APP = '/';

/** Signs a borrower of the demo in and goes on to the app. */
export function Entering({ mobile }: { mobile: string }) {
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let isOver = false;
    openSession(mobile).then(
      (session) => {
        if (isOver) return;
        keepSession(session);
        location.replace(APP);
      },
      (error: Error) => !isOver && setProblem(error.message),
    );
    return () => {
      isOver = true;
    };
  }, [mobile]);

  return (
    <main className="entering">
      <section className="card" aria-live="polite">
        <h1>Opening the app</h1>
        {problem ? (
          <>
            <p className="error" role="alert">
              {problem}
            </p>
            <a className="button" href={import.meta.env.BASE_URL}>
              Back to the handset
            </a>
          </>
        ) : (
          <p className="quiet">Signing in with {spacedMobile(mobile)}…</p>
        )}
      </section>
    </main>
  );
}
