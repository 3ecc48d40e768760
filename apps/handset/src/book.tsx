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
        <section className="table-window" aria-label="Instructions, newest first" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">Time</th>
                <th scope="col">What</th>
                <th scope="col">Phone</th>
                <th scope="col" className="number">
                  Amount
                </th>
                <th scope="col">Outcome</th>
              </tr>
            </thead>
            <tbody>
              {newestFirst.map((entry) => (
                <tr key={`${entry.operator}-${entry.direction}-${entry.id}`}>
                  <td>{dayAndTimeText(entry.at)}</td>
                  <td>
                    {networkNames[entry.operator]} {entry.direction === 'collect' ? 'collection' : 'payout'}
                  </td>
                  <td>{spacedMobile(entry.mobile)}</td>
                  <td className="number">{kwachaText(entry.amount)}</td>
                  <td>
                    <span className={`outcome ${entry.outcome}`}>{entry.outcome}</span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}
