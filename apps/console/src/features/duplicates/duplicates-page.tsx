import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { formatCount } from '@thumba/lending/count';
import { Link } from 'wouter';
import { useFilters } from '../../platform/filters.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { dayOfText } from '../../platform/time.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Steps } from '../../ui/paging.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';

type DuplicatesAnswer = StaffAnswer<'listDuplicates'>;
type Pair = DuplicatesAnswer['items'][number];
type OneOfPair = Pair['newer'];

const addressOf = ({ borrowerId }: OneOfPair) => `/borrowers/${borrowerId}`;

const COLUMNS: readonly Column<Pair>[] = [
  {
    title: 'Newer borrower',
    cell: ({ newer }) => (
      <>
        <Name one={newer} /> <State one={newer} />
      </>
    ),
  },
  { title: 'Registered', cell: ({ newer }) => <Time at={newer.registeredAt} /> },
  { title: 'In common', cell: (pair) => <InCommon pair={pair} /> },
  {
    title: 'Earlier borrower',
    cell: ({ older }) => (
      <>
        <Link href={addressOf(older)}>
          <Name one={older} />
        </Link>{' '}
        <State one={older} />
      </>
    ),
  },
  { title: 'Registered earlier', cell: ({ older }) => <Time at={older.registeredAt} /> },
];

/** Borrowers who may be one person. The program looks through the book from the newest borrower, part by part. */
export function DuplicatesPage() {
  const [filters, change] = useFilters({ before: '' });
  const before = /^[1-9]\d{0,14}$/.test(filters.before) ? Number(filters.before) : undefined;
  const query = useStaffAnswer('listDuplicates', { query: { before } }, { isList: true });
  return (
    <Page title="Duplicates" note="borrowers who may be one person, the newest first">
      <Card isFlush>
        <Answer query={query}>
          {(answer) => (
            <>
              {answer.items.length === 0 ? (
                <NoPairs answer={answer} />
              ) : (
                <Table
                  label="Duplicates"
                  rows={answer.items}
                  columns={COLUMNS}
                  keyOf={({ newer, older }) => `${newer.borrowerId} ${older.borrowerId}`}
                  addressOf={({ newer }) => addressOf(newer)}
                />
              )}
              <Steps
                names={['Newest borrowers', 'Go on']}
                onBefore={before === undefined ? undefined : () => change({ before: '' })}
                onNext={answer.next === null ? undefined : () => change({ before: String(answer.next) })}
              >
                {lookedText(answer)}
              </Steps>
            </>
          )}
        </Answer>
      </Card>
    </Page>
  );
}

/** How far the program looked. */
function lookedText({ lookedAt, lookedBackTo, next }: DuplicatesAnswer): string {
  if (lookedBackTo === null) return 'No further borrower is to be looked at.';
  const count = lookedAt === 1 ? '1 borrower' : `${formatCount(lookedAt)} borrowers`;
  const end = next === null ? ', the first of the book' : '';
  return `Looked at ${count}, back to the one who registered on ${dayOfText(lookedBackTo)}${end}.`;
}

function NoPairs({ answer: { next } }: { answer: DuplicatesAnswer }) {
  return next === null ? (
    <Empty title="No borrower has something in common with an earlier one">
      A pair appears here when two borrowers have a face, the number of a card, a name with a birth date, a
      mobile-money number, a phone or an emergency contact in common.
    </Empty>
  ) : (
    <Empty title="None of these borrowers has something in common with an earlier one">
      “Go on” looks at those who registered before them.
    </Empty>
  );
}

/** A name may run from right to left, so it stands apart. */
function Name({ one: { borrowerId, maskedName } }: { one: OneOfPair }) {
  return maskedName === null ? (
    `Borrower ${borrowerId}`
  ) : (
    <>
      <bdi>{maskedName}</bdi>, {borrowerId}
    </>
  );
}

function State({ one: { isBlocked, isDeleted, openLoan } }: { one: OneOfPair }) {
  return (
    <>
      {isBlocked && <Badge look="bad">blocked</Badge>} {isDeleted && <Badge>deleted</Badge>}{' '}
      {openLoan?.state === 'overdue' && <Badge look="warn">late</Badge>}{' '}
      {openLoan && `loan ${openLoan.loanId}`}
    </>
  );
}

function InCommon({ pair: { shared, isMore } }: { pair: Pair }) {
  return (
    <>
      {shared.join(', ')}
      {isMore && '; the newer one also with others'}
    </>
  );
}
