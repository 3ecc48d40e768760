import { listStaff } from './simulator.ts';
import { usePolled } from './use-polled.ts';

const CODES_PAUSE_MS = 3000;

/** The people of staff of the demo, with the codes of their authenticator apps. A lender's people have apps of their own. */
export function Staff() {
  const { data, error } = usePolled(listStaff, CODES_PAUSE_MS);
  if (!error && (!data || data.people.length === 0)) return null;
  return (
    <section className="card" aria-labelledby="staff-title">
      <h2 id="staff-title">Staff</h2>
      {error && <p className="error">{error.message} Trying again…</p>}
      {data?.consoleUrl && (
        <p className="quiet">
          They work in the <a href={data.consoleUrl}>console</a>. All have the password{' '}
          <code>{data.password}</code> and an authenticator app of their own. A code works once.
        </p>
      )}
      {data && (
        <table className="staff">
          <thead>
            <tr>
              <th scope="col">Person</th>
              <th scope="col">User name</th>
              <th scope="col">Code</th>
            </tr>
          </thead>
          <tbody>
            {data.people.map(({ userName, name, roles, code }) => (
              <tr key={userName}>
                <td>
                  <strong>{roles}</strong>
                  <span>{name}</span>
                </td>
                <td>
                  <code>{userName}</code>
                </td>
                <td>
                  <code>{code}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
