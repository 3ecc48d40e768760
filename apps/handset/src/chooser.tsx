import { type FormEvent, useId, useState } from 'react';
import { listPhones, type PhoneSummary } from './simulator.ts';
import { usePolled } from './use-polled.ts';
import { kwachaText, networkNames, readMobile, spacedMobile } from './words.ts';

type ChooserProps = { chosen: string | undefined; onChoose: (mobile: string) => void };

export function Chooser({ chosen, onChoose }: ChooserProps) {
  const { data, error } = usePolled(listPhones);
  const [typed, setTyped] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const fieldId = useId();

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
      <h2 id={`${fieldId}-title`}>Choose a phone</h2>
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
      <h3>Recent</h3>
      {!data && !error && <p className="quiet">Loading…</p>}
      {error && <p className="error">{error.message} Trying again…</p>}
      {data?.phones.length === 0 && (
        <p className="quiet">
          No phone has received anything yet. Type any number above: it starts with K10,000.
        </p>
      )}
      {data && data.phones.length > 0 && (
        <ul className="phone-list">
          {data.phones.map((phone) => (
            <PhoneEntry
              key={phone.mobile}
              phone={phone}
              isChosen={phone.mobile === chosen}
              onChoose={onChoose}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

type PhoneEntryProps = { phone: PhoneSummary; isChosen: boolean; onChoose: (mobile: string) => void };

function PhoneEntry({ phone, isChosen, onChoose }: PhoneEntryProps) {
  return (
    <li>
      <button
        type="button"
        className="phone-entry"
        aria-pressed={isChosen}
        onClick={() => onChoose(phone.mobile)}
      >
        <span className={`network-dot ${phone.operator}`} aria-hidden="true" />
        <span className="phone-entry-words">
          <strong>{spacedMobile(phone.mobile)}</strong>
          <span>
            {networkNames[phone.operator]} · {kwachaText(phone.balance)}
          </span>
        </span>
        {phone.openPrompts > 0 && <span className="badge asks">PIN</span>}
        {phone.unread > 0 && (
          <span className="badge">
            {phone.unread}
            <span className="hidden"> unread</span>
          </span>
        )}
      </button>
    </li>
  );
}
