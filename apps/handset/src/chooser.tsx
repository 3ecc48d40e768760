import { type FormEvent, useId, useState } from 'react';
import { Borrowers } from './borrowers.tsx';
import { PhoneEntry } from './phone-entry.tsx';
import { type Borrower, listPhones, type PhoneSummary } from './simulator.ts';
import { usePolled } from './use-polled.ts';
import { readMobile } from './words.ts';

const TITLE = 'Choose a phone';

type ChooserProps = {
  /** Undefined if they could not be read. */
  borrowers: readonly Borrower[] | undefined;
  chosen: string | undefined;
  onChoose: (mobile: string) => void;
};

export function Chooser({ borrowers = [], chosen, onChoose }: ChooserProps) {
  const { data, error } = usePolled(listPhones);
  const [typed, setTyped] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const fieldId = useId();

  const phones = data?.phones ?? [];
  const others = phones.filter(({ mobile }) => !borrowers.some((borrower) => borrower.mobile === mobile));

  function open(event: FormEvent) {
    event.preventDefault();
    const mobile = readMobile(typed);
    setIsWrong(!mobile);
    if (!mobile) return;
    setTyped('');
    onChoose(mobile);
  }

  return (
    <section className="card chooser" aria-labelledby={`${fieldId}-title`}>
      <h2 id={`${fieldId}-title`}>{TITLE}</h2>
      {borrowers.length > 0 && (
        <>
          <h3>People of the demo</h3>
          <Borrowers borrowers={borrowers} phones={phones} chosen={chosen} onChoose={onChoose} />
          <h3>Any other number</h3>
        </>
      )}
      <form className="row" onSubmit={open} noValidate>
        <div className="field">
          <label htmlFor={fieldId}>Mobile number</label>
          <input
            id={fieldId}
            type="tel"
            inputMode="tel"
            autoComplete="off"
            placeholder="0977 123 456"
            value={typed}
            aria-invalid={isWrong}
            aria-describedby={isWrong ? `${fieldId}-error` : undefined}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <button type="submit" className="button primary">
          Open
        </button>
      </form>
      {isWrong && (
        <p className="error" id={`${fieldId}-error`} role="alert">
          Type ten digits of a Zambian network, for example 0977 123 456.
        </p>
      )}
      {error && <p className="error">{error.message} Trying again…</p>}
      {data && others.length === 0 && <p className="quiet">A new number starts with K10,000 on its phone.</p>}
      {others.length > 0 && <RecentPhones phones={others} chosen={chosen} onChoose={onChoose} />}
    </section>
  );
}

/** The list of people would push the field for a number down, so the field waits for it. */
export function ComingChooser() {
  const titleId = useId();
  return (
    <section className="card chooser" aria-labelledby={titleId}>
      <h2 id={titleId}>{TITLE}</h2>
      <p className="quiet">Loading…</p>
    </section>
  );
}

type RecentPhonesProps = Pick<ChooserProps, 'chosen' | 'onChoose'> & { phones: readonly PhoneSummary[] };

function RecentPhones({ phones, chosen, onChoose }: RecentPhonesProps) {
  return (
    <>
      <h3>Recent</h3>
      <ul className="phone-list">
        {phones.map((phone) => (
          <PhoneEntry
            key={phone.mobile}
            phone={phone}
            isChosen={phone.mobile === chosen}
            onChoose={onChoose}
          />
        ))}
      </ul>
    </>
  );
}
