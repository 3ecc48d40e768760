import { enterAddress } from './enter-app.ts';
import { PhoneBadges } from './phone-entry.tsx';
import type { Borrower, PhoneSummary } from './simulator.ts';
import { spacedMobile } from './words.ts';

type BorrowersProps = {
  borrowers: readonly Borrower[];
  phones: readonly PhoneSummary[];
  chosen: string | undefined;
  onChoose: (mobile: string) => void;
};

/** The borrowers of the demo: their phone beside, or the app signed in as one of them. */
export function Borrowers({ borrowers, phones, chosen, onChoose }: BorrowersProps) {
  return (
    <ul className="borrowers">
      {borrowers.map(({ mobile, name, state }) => {
        const phone = phones.find((one) => one.mobile === mobile);
        return (
          <li key={mobile} className="borrower">
            <button
              type="button"
              className="phone-entry"
              aria-pressed={mobile === chosen}
              onClick={() => onChoose(mobile)}
            >
              <span className="phone-entry-words">
                <strong>{name}</strong>
                <span className={/ late$/.test(state) ? 'state late' : 'state'}>{state}</span>
                <span>{spacedMobile(mobile)}</span>
              </span>
              {phone && <PhoneBadges phone={phone} />}
            </button>
            <a className="button" href={enterAddress(mobile)} target="_blank" rel="noopener">
              Open app<span className="hidden"> as {name} in a new tab</span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}
