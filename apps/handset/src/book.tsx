import { readBook } from './simulator.ts';
import { usePolled } from './use-polled.ts';
import { kwachaText, momentText, networkNames, spacedMobile } from './words.ts';

export function Book() {
  const { data, error } = usePolled(readBook);
  const newestFirst = data ? [...data.instructions].reverse() : [];
  return (
    <section className="card" aria-labelledby="book-title">
      <h2 id="book-title">What the operators have</h2>
      <p className="quiet">The last 50 payments and payouts, as the operators keep them.</p>
      {!data && <p className="quiet">{error ? `${error.message} Trying again…` : 'Loading…'}</p>}
      {data && newestFirst.length === 0 && (
        <p className="quiet">No payment or payout has reached an operator yet.</p>
      )}
      {newestFirst.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard.
        <section className="book-window" aria-label="Payments and payouts, newest first" tabIndex={0}>
          <ol>
            {newestFirst.map((entry) => (
              <li key={`${entry.operator}-${entry.direction}-${entry.id}`} className="instruction">
                <strong>
                  {networkNames[entry.operator]} {entry.direction === 'collect' ? 'collection' : 'payout'}
                </strong>
                <strong>{kwachaText(entry.amount)}</strong>
                <span className="quiet">
                  {spacedMobile(entry.mobile)} · <time dateTime={entry.at}>{momentText(entry)}</time>
                </span>
                <span className={`outcome ${entry.outcome}`}>{entry.outcome}</span>
              </li>
            ))}
          </ol>
        </section>
      )}
    </section>
  );
}
