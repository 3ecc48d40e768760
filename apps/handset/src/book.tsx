import { readBook } from './simulator.ts';
import { usePolled } from './use-polled.ts';
import { dayAndTimeText, kwachaText, networkNames, spacedMobile } from './words.ts';

export function Book() {
  const { data, error } = usePolled(readBook);
  const newestFirst = data ? [...data.instructions].reverse() : [];
  return (
    <section className="card" aria-labelledby="book-title">
      <h2 id="book-title">The operators’ book</h2>
      <p className="quiet">The last 50 instructions, as the operators themselves hold them.</p>
      {!data && <p className="quiet">{error ? `${error.message} Trying again…` : 'Loading…'}</p>}
      {data && newestFirst.length === 0 && (
        <p className="quiet">Nothing yet: no payout and no payment has reached an operator.</p>
      )}
      {newestFirst.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard.
        <section className="book-window" aria-label="Instructions, newest first" tabIndex={0}>
          <ol>
            {newestFirst.map((entry) => (
              <li key={`${entry.operator}-${entry.direction}-${entry.id}`} className="instruction">
                <strong>
                  {networkNames[entry.operator]} {entry.direction === 'collect' ? 'collection' : 'payout'}
                </strong>
                <strong>{kwachaText(entry.amount)}</strong>
                <span className="quiet">
                  {spacedMobile(entry.mobile)} · <time dateTime={entry.at}>{dayAndTimeText(entry.at)}</time>
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
