import { Link } from 'wouter';
import { languageTitle } from '../../platform/language.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './arrears.module.css';
import { ArrearsActions } from './arrears-actions.tsx';
import {
  BUCKETS,
  dayText,
  type LateLoan,
  NextAction,
  outcomeText,
  PromiseState,
  STOPS,
} from './arrears-words.tsx';
import { CallCard } from './call-card.tsx';

/** One late loan: what to do next at the left, and what is known at the right. */
export function ArrearsLoanPage({ loanId }: { loanId: string }) {
  const query = useStaffAnswer('readArrears', { params: { loanId } }, { isRenewed: true });
  const { data } = query;
  return (
    <Page
      title={`Late loan ${loanId}`}
      note={data && data.openCall === null && <NextAction next={data.next} />}
      actions={
        <>
          <ButtonLink to="/arrears">All late loans</ButtonLink>
          {data && <ArrearsActions loan={data} />}
        </>
      }
    >
      <Answer query={query}>
        {(loan) => (
          <Cards isTwoColumns>
            <Cards>
              <CallCard loan={loan} />
              <PromisesCard loan={loan} />
              <CallsCard loan={loan} />
            </Cards>
            <Cards>
              <LoanCard loan={loan} />
              <ContactCard loan={loan} />
            </Cards>
          </Cards>
        )}
      </Answer>
    </Page>
  );
}

function LoanCard({ loan }: { loan: LateLoan }) {
  const mayOpen = usePerson().permissions.includes('seeBorrower');
  const { borrowerId, maskedName, maskedMobile, language, isLate, daysLate, assignedTo, placement } = loan;
  return (
    <Card title="The loan">
      <Facts
        facts={[
          [
            'Borrower',
            mayOpen ? (
              <Link key="of" href={`/borrowers/${borrowerId}`}>
                Borrower {borrowerId}
              </Link>
            ) : (
              String(borrowerId)
            ),
          ],
          ['Name', maskedName && <bdi key="name">{maskedName}</bdi>],
          ['Number', maskedMobile],
          ['Language', languageTitle(language)],
          ['State', isLate ? `${daysLate} days late, ${BUCKETS[loan.bucket]}` : 'not late any more'],
          ['Late since', isLate ? dayText(loan.lateSinceOn) : null],
          ['Late when the day began', <Money key="late" kwacha={loan.late} />],
          ['Owed in all when the day began', <Money key="owed" kwacha={loan.owed} />],
          ['Person', assignedTo?.name ?? 'none'],
          ...(placement
            ? ([
                ['Agency', `${placement.agency}, since ${dayText(placement.placedOn)}`],
                [
                  'Told to the agency',
                  placement.isTold ? 'yes, in a file' : 'not yet: no file was made since',
                ],
              ] as const)
            : []),
        ]}
      />
    </Card>
  );
}

function ContactCard({ loan: { contact, stops } }: { loan: LateLoan }) {
  const { contacts, mostContacts, inDays, callsToday, mostCallsInDay } = contact;
  return (
    <Card title="Contact">
      <Facts
        facts={[
          ['Calls, SMS and notifications', `${contacts} of ${mostContacts} in ${inDays} days`],
          ['Calls today', `${callsToday} of ${mostCallsInDay}`],
        ]}
      />
      {stops.length > 0 && (
        <ul className={styles.stops} aria-label="Stops of contact">
          {stops.map(({ kind, by, at, note }) => (
            <li key={kind}>
              <strong>{STOPS[kind]}.</strong> {by}, <Time at={at} />: <span dir="auto">{note}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

type Promised = LateLoan['promises'][number];
const PROMISE_COLUMNS: readonly Column<Promised>[] = [
  { title: 'By', cell: ({ dueOn }) => dayText(dueOn) },
  { title: 'Amount', cell: ({ amount }) => <Money kwacha={amount} />, isRight: true },
  { title: 'State', cell: ({ state }) => <PromiseState state={state} /> },
  { title: 'Made', cell: ({ promisedOn, by }) => `${dayText(promisedOn)}, to ${by}`, isExtra: true },
];

function PromisesCard({ loan: { promises } }: { loan: LateLoan }) {
  return (
    <Card title="Promises to pay" isFlush>
      {promises.length === 0 ? (
        <Empty title="No promise was made">A promise is written down when a call ends with one.</Empty>
      ) : (
        <Table
          label="Promises to pay"
          rows={promises}
          columns={PROMISE_COLUMNS}
          keyOf={({ promiseId }) => promiseId}
        />
      )}
    </Card>
  );
}

type Call = LateLoan['calls'][number];
const CALL_COLUMNS: readonly Column<Call>[] = [
  { title: 'When', cell: ({ begunAt }) => <Time at={begunAt} /> },
  { title: 'Outcome', cell: ({ outcome }) => outcomeText(outcome) },
  { title: 'Right person', cell: ({ isIdentified }) => (isIdentified ? 'yes' : 'not shown'), isExtra: true },
  { title: 'Note', cell: ({ note }) => <span dir="auto">{note ?? ''}</span> },
  { title: 'By', cell: ({ by }) => by, isExtra: true },
];

function CallsCard({ loan: { calls } }: { loan: LateLoan }) {
  return (
    <Card title="Calls" isFlush>
      {calls.length === 0 ? (
        <Empty title="No call was made">A call appears here once it has its outcome.</Empty>
      ) : (
        <Table label="Calls" rows={calls} columns={CALL_COLUMNS} keyOf={({ callId }) => callId} />
      )}
    </Card>
  );
}
