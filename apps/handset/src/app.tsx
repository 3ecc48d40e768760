import { useSyncExternalStore } from 'react';
import { Addresses } from './addresses.tsx';
import { Book } from './book.tsx';
import { BusinessDate } from './business-date.tsx';
import { Chooser } from './chooser.tsx';
import { FaultSliders } from './fault-sliders.tsx';
import { PhoneView } from './phone.tsx';
import { readMobile } from './words.ts';

// The number stays behind the #: it survives a reload and is never sent to a server.
function followHash(onChange: () => void): () => void {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}

function chooseMobile(mobile: string): void {
  location.hash = mobile;
}

export function App() {
  const hash = useSyncExternalStore(followHash, () => location.hash);
  const mobile = readMobile(hash.slice(1));
  return (
    <>
      <header className="top">
        <h1>Handset</h1>
        <p>A phone for any number, for demonstrations only. No real money moves here.</p>
      </header>
      <main className="desk">
        <Chooser chosen={mobile} onChoose={chooseMobile} />
        <PhoneView key={mobile ?? 'none'} mobile={mobile} />
        <div className="panels">
          <BusinessDate />
          <FaultSliders />
          <Book />
          <Addresses />
        </div>
      </main>
    </>
  );
}
