import { useEffect, useSyncExternalStore } from 'react';
import { Addresses } from './addresses.tsx';
import { Book } from './book.tsx';
import { BusinessDate } from './business-date.tsx';
import { Chooser, ComingChooser } from './chooser.tsx';
import { mobileToEnter } from './enter-app.ts';
import { Entering } from './entering.tsx';
import { FaultSliders } from './fault-sliders.tsx';
import { PhoneView } from './phone.tsx';
import { SamplePeople } from './sample-people.tsx';
import { listBorrowers } from './simulator.ts';
import { Staff } from './staff.tsx';
import { usePolled } from './use-polled.ts';
import { readMobile } from './words.ts';

// The number stays behind the #: it survives a reload and is never sent to a server.
function followHash(onChange: () => void): () => void {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}

function chooseMobile(mobile: string): void {
  location.hash = mobile;
}

const BORROWERS_PAUSE_MS = 3000;
const NARROW = '(max-width: 759px)';

export function App() {
  const hash = useSyncExternalStore(followHash, () => location.hash);
  const entered = mobileToEnter(hash);
  return entered === undefined ? <Desk mobile={readMobile(hash.slice(1))} /> : <Entering mobile={entered} />;
}

function Desk({ mobile }: { mobile: string | undefined }) {
  const { data, error } = usePolled(listBorrowers, BORROWERS_PAUSE_MS);
  const borrowers = data?.borrowers;
  useScrollToPhone(mobile);
  const owner = borrowers?.find((borrower) => borrower.mobile === mobile);
  return (
    <>
      <header className="top">
        <Mark />
        <div>
          <h1>Handset</h1>
          <p>The phones of the demo. No real money moves here.</p>
        </div>
        {borrowers && (
          <nav aria-label="Pages of the demo">
            <a href="/">Borrower app</a>
            <a href="/docs">API</a>
          </nav>
        )}
      </header>
      <main className="desk">
        {data || error ? (
          <Chooser borrowers={borrowers} chosen={mobile} onChoose={chooseMobile} />
        ) : (
          <ComingChooser />
        )}
        <PhoneView key={mobile ?? 'none'} mobile={mobile} owner={owner} />
        <div className="panels">
          <BusinessDate />
          <SamplePeople />
          <FaultSliders />
          <Book />
          <Staff />
          <Addresses />
        </div>
      </main>
    </>
  );
}

/** On a narrow page the phone is below the list, so a choice would show nothing. */
function useScrollToPhone(mobile: string | undefined): void {
  useEffect(() => {
    if (mobile === undefined || !matchMedia(NARROW).matches) return;
    document.querySelector('.phone')?.scrollIntoView();
  }, [mobile]);
}

/** The pocket of the product. */
function Mark() {
  return (
    <svg className="mark" viewBox="0 0 30 30" aria-hidden="true">
      <rect width="30" height="30" rx="8" fill="#b8561a" />
      <path d="M11.5 11V9.6a3.5 3.5 0 0 1 7 0V11" fill="none" stroke="#fff" strokeWidth="1.8" />
      <rect x="8" y="10.6" width="14" height="12.4" rx="2.6" fill="#fff" />
    </svg>
  );
}
