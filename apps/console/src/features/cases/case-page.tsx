import { Link } from 'wouter';
import { useStaffAnswer } from '../../platform/query.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { Answer } from '../../ui/states.tsx';
import { Age, Time } from '../../ui/time.tsx';
import {
  BIRTH_WORDS,
  birthText,
  type Case,
  CaseState,
  DECISION_WORDS,
  distanceText,
  LIST_TITLES,
  spanText,
} from './case-words.tsx';
import styles from './cases.module.css';
import { DecideCard } from './decide-card.tsx';

/** One case: the person of the list beside the borrower, and the decision. */
export function CasePage({ caseId }: { caseId: string }) {
  const query = useStaffAnswer('getCase', { params: { caseId } });
  const { data } = query;
  return (
    <Page
      title={`Case ${caseId}`}
      note={data && <CaseState state={data.state} />}
      actions={<ButtonLink to="/cases">All cases</ButtonLink>}
    >
      <Answer query={query}>
        {(one) => (
          <Cards isTwoColumns>
            <Cards>
              <ComparedCard one={one} />
              <BorrowerCard one={one} />
            </Cards>
            <Cards>
              <DecideCard one={one} />
              <HistoryCard one={one} />
              <OthersCard one={one} />
            </Cards>
          </Cards>
        )}
      </Answer>
    </Page>
  );
}

function ComparedCard({ one }: { one: Case }) {
  const { typed, read, listedName, listedNames, listedBirths, distance, birth } = one;
  const others = listedNames.filter((name) => name !== listedName);
  return (
    <Card
      title="Is it the same person?"
      note={`names ${distanceText(distance)}, birth date ${BIRTH_WORDS[birth]}`}
    >
      <table className={styles.compared}>
        <thead>
          <tr>
            <td />
            <th scope="col">As the borrower typed it</th>
            <th scope="col">Read on the card</th>
            <th scope="col">On the list</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">Name</th>
            <td className={styles.name}>
              <bdi>{typed?.name ?? '–'}</bdi>
            </td>
            <td className={styles.name}>
              <bdi>{read?.name || '–'}</bdi>
            </td>
            <td className={styles.name}>
              <bdi>{listedName}</bdi>
              {others.length > 0 && (
                <div className={styles.weak}>
                  also <bdi>{others.join('; ')}</bdi>
                </div>
              )}
            </td>
          </tr>
          <tr>
            <th scope="row">Born</th>
            <td>{birthText(typed?.birthDate)}</td>
            <td>{birthText(read?.birthDate)}</td>
            <td>
              {listedBirths.length === 0 ? 'the list has no date' : listedBirths.map(spanText).join('; ')}
            </td>
          </tr>
          <tr>
            <th scope="row">Known by</th>
            <td>{one.maskedIdNumber ?? '–'}</td>
            <td />
            <td>
              {LIST_TITLES[one.listKind]}, {one.listReference}
              {one.listLabel && <div className={styles.weak}>{one.listLabel}</div>}
            </td>
          </tr>
        </tbody>
      </table>
    </Card>
  );
}

function BorrowerCard({ one }: { one: Case }) {
  const { borrowerId, maskedMobile, registeredAt, loans, waitingLoanId, waitingPayouts } = one;
  return (
    <Card title="The borrower" note={<Link href={`/borrowers/${borrowerId}`}>number {borrowerId}</Link>}>
      <Facts
        facts={[
          ['Mobile number', maskedMobile],
          ['Registered', <Time key="at" at={registeredAt} />],
          ['Loans', String(loans)],
          ['Waits for a person', waitingLoanId && `application ${waitingLoanId}`],
          ...waitingPayouts.map(
            ({ loanId, amount, since }) =>
              [
                loanId === null ? 'Wallet credit that waits' : `Payout of loan ${loanId} that waits`,
                <span key={since}>
                  <Money kwacha={amount} />, <Age since={since} />
                </span>,
              ] as const,
          ),
        ]}
      />
    </Card>
  );
}

const MOMENT_MS = 60_000;

/** The audit is written a moment after the decision. */
function isSameMoment(one: string, other: string): boolean {
  return Math.abs(Date.parse(one) - Date.parse(other)) < MOMENT_MS;
}

function HistoryCard({ one: { foundAt, history, decision, state } }: { one: Case }) {
  const lastEntry = history.at(-1);
  const isOfEntry = (at: string) =>
    decision !== null && at === lastEntry?.at && isSameMoment(at, decision.at);
  // What was decided at the terminal is no entry.
  const other = decision && !(lastEntry && isOfEntry(lastEntry.at)) ? decision : null;
  return (
    <Card title="History">
      <ol className={styles.history}>
        <li>
          <Time at={foundAt} />: found by a comparison with the list
        </li>
        {history.map(({ at, by, decision: made }) => (
          <li key={at}>
            <Time at={at} />, {by}: {DECISION_WORDS[made]}
            {isOfEntry(at) && <div className={styles.weak}>“{decision?.reason}”</div>}
          </li>
        ))}
        {other && (
          <li>
            <Time at={other.at} />, {other.by}: <CaseState state={state} />
            <div className={styles.weak}>“{other.reason}”</div>
          </li>
        )}
      </ol>
    </Card>
  );
}

function OthersCard({ one: { others } }: { one: Case }) {
  if (others.length === 0) return null;
  return (
    <Card title="Other cases of this borrower">
      <ul className={styles.history}>
        {others.map(({ caseId, listedName, listKind, state }) => (
          <li key={caseId}>
            <Link href={`/cases/${caseId}`}>Case {caseId}</Link>: <bdi>{listedName}</bdi>,{' '}
            {LIST_TITLES[listKind]} <CaseState state={state} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
