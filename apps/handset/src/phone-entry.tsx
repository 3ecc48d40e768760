import type { PhoneSummary } from './simulator.ts';
import { kwachaText, networkNames, spacedMobile } from './words.ts';

type PhoneEntryProps = { phone: PhoneSummary; isChosen: boolean; onChoose: (mobile: string) => void };

export function PhoneEntry({ phone, isChosen, onChoose }: PhoneEntryProps) {
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
        <PhoneBadges phone={phone} />
      </button>
    </li>
  );
}

/** What waits on a phone: a PIN prompt, and messages that were not read. */
export function PhoneBadges({ phone: { openPrompts, unread } }: { phone: PhoneSummary }) {
  return (
    <>
      {openPrompts > 0 && <span className="badge asks">PIN</span>}
      {unread > 0 && (
        <span className="badge">
          {unread}
          <span className="hidden"> unread</span>
        </span>
      )}
    </>
  );
}
