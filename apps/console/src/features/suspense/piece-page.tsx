import { requestKinds } from '@thumba/contract/staff/request-kinds';
import { day, formatDay } from '@thumba/lending/day';
import { useState } from 'react';
import { Link } from 'wouter';
import { useKeys } from '../../platform/keys.ts';
import { OPERATOR_TITLES } from '../../platform/operators.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { checkersOf } from '../requests/request-words.tsx';
import { PlaceDialog, type Suggestion } from './place-dialog.tsx';
import { becauseText, type Piece, placementStateText, sourceText, targetText } from './suspense-words.ts';

/** One piece of money in suspense: where it came from, whose it may be, and where it goes. */
export function PiecePage({ pieceId }: { pieceId: string }) {
  const query = useStaffAnswer('getPiece', { params: { pieceId } });
  const { data } = query;
  const [asked, setAsked] = useState<Suggestion | null>(null);
  const mayPlace = usePerson().permissions.includes('matchPayments');
  return (
    <Page
      title={`Piece ${pieceId}`}
      note={data && <PieceState piece={data} />}
      actions={<ButtonLink to="/suspense">All of suspense</ButtonLink>}
    >
      <Answer query={query}>
        {(piece) => (
          <Cards isTwoColumns>
            <Cards>
              <OwnersCard piece={piece} onChoose={mayPlace && isOpen(piece) ? setAsked : null} />
              <PlacementsCard piece={piece} />
            </Cards>
            <Cards>
              <PlaceCard piece={piece} onAsk={mayPlace && isOpen(piece) ? setAsked : null} />
              <FactsCard piece={piece} />
            </Cards>
            {asked && <PlaceDialog piece={piece} suggestion={asked} onClose={() => setAsked(null)} />}
          </Cards>
        )}
      </Answer>
    </Page>
  );
}

function isOpen({ left, direction }: Piece): boolean {
  return left > 0 && direction === 'came';
}

function PieceState({ piece }: { piece: Piece }) {
  if (piece.left === 0) return <Badge look="good">has its place</Badge>;
  return piece.direction === 'came' ? (
    <Badge look="warn">waits for a place</Badge>
  ) : (
    <Badge look="warn">waits for money that comes back</Badge>
  );
}

type Choose = ((suggestion: Suggestion) => void) | null;

function OwnersCard({ piece: { owners, direction }, onChoose }: { piece: Piece; onChoose: Choose }) {
  return (
    <Card title="Whose it may be" note="the likeliest first" isFlush>
      {owners.length === 0 ? (
        <Empty title="Nothing points to a borrower">
          The number, the reference, the name, the amount and the day were compared.
          {direction === 'came' && ' It can go back to the number that it came from.'}
        </Empty>
      ) : (
        <Table
          label="Whose it may be"
          rows={owners}
          keyOf={({ borrowerId }) => borrowerId}
          columns={[
            {
              title: 'Borrower',
              cell: ({ borrowerId, maskedName }) => (
                <>
                  <Link href={`/borrowers/${borrowerId}`}>{borrowerId}</Link>{' '}
                  {maskedName && <bdi>{maskedName}</bdi>}
                </>
              ),
            },
            { title: 'Why', cell: (owner) => becauseText(owner) },
            { title: 'Loan', cell: ({ loanId }) => loanId ?? 'none runs', isRight: true },
            ...(onChoose
              ? [
                  {
                    title: 'Place',
                    isRight: true,
                    cell: ({ borrowerId, loanId }: Piece['owners'][number]) => (
                      <Button
                        look="link"
                        onClick={() =>
                          onChoose(
                            loanId === null ? { target: 'wallet', borrowerId } : { target: 'loan', loanId },
                          )
                        }
                      >
                        {loanId === null ? 'In the wallet' : 'On the loan'}
                        <span className="visually-hidden"> of borrower {borrowerId}</span>
                      </Button>
                    ),
                  },
                ]
              : []),
          ]}
        />
      )}
    </Card>
  );
}

function PlaceCard({ piece, onAsk }: { piece: Piece; onAsk: Choose }) {
  const { whyNotPayer, payer, covers, givenBack, openRequests, direction, left } = piece;
  const isGivenBack = givenBack.some(({ isWaiting }) => isWaiting);
  const mayReturn = whyNotPayer === null;
  useKeys(
    'This piece',
    onAsk && !isGivenBack
      ? [
          { keys: 'o', does: 'Place it, after a confirmation', run: () => onAsk({ target: 'loan' }) },
          ...(mayReturn
            ? [
                {
                  keys: 'b',
                  does: 'Send it back to its payer, after a confirmation',
                  run: () => onAsk({ target: 'payer' }),
                },
              ]
            : []),
        ]
      : [],
  );
  return (
    <Card title="A place for it">
      <Cards>
        {openRequests.map((request) => (
          <OpenRequest key={request.requestId} request={request} />
        ))}
        {left === 0 && <p>All of it has its place.</p>}
        {left > 0 && direction === 'left' && (
          <p>
            This is money that left. Open the piece of the money that came back, and cover this one with it.
          </p>
        )}
        {givenBack.map((one) => (
          <GivenBack key={one.differenceId} of={one} />
        ))}
        {left > 0 && direction === 'came' && payer && mayReturn && (
          <p>
            It can go back to <bdi>{payer.maskedMobile}</bdi> at {OPERATOR_TITLES[payer.operator]}.
          </p>
        )}
        {left > 0 && direction === 'came' && !mayReturn && !isGivenBack && (
          <HomeWithoutNumber why={whyNotPayer} />
        )}
        {onAsk && (
          <Actions>
            {covers.length > 0 && (
              <Button onClick={() => onAsk({ target: 'covered' })}>It is money that left</Button>
            )}
            {mayReturn && (
              <Button keys="B" onClick={() => onAsk({ target: 'payer' })}>
                Send it back
              </Button>
            )}
            {!isGivenBack && (
              <Button look="main" keys="O" onClick={() => onAsk({ target: 'loan' })}>
                Place it
              </Button>
            )}
          </Actions>
        )}
      </Cards>
    </Card>
  );
}

/** Money that the operator gave back covers what left, before it goes anywhere. */
function GivenBack({ of: { differenceId, amount, at, isWaiting } }: { of: Piece['givenBack'][number] }) {
  return (
    <p>
      {isWaiting && <Badge look="warn">given back</Badge>} The operator gave <Money kwacha={amount} /> back{' '}
      <Time at={at} />: <Link href={`/differences/${differenceId}`}>difference {differenceId}</Link>.
      {isWaiting && ' Put that into suspense, and say then that this piece is the money that left.'}
    </p>
  );
}

/** Money that cannot go back by the operator goes back by the bank. */
function HomeWithoutNumber({ why }: { why: string }) {
  return (
    <>
      <p>{why}</p>
      <p>
        If it has no owner here, pay it back at the bank. Once the statement of the bank is imported, post
        that row as suspense: it is money that left then, and this piece covers it.
      </p>
    </>
  );
}

function OpenRequest({ request }: { request: Piece['openRequests'][number] }) {
  const { requestId, title, madeBy, madeAt } = request;
  const { staffId, permissions } = usePerson();
  const isMaker = madeBy.staffId === staffId;
  const mayOpen = isMaker || permissions.includes(requestKinds.suspense_placement.check);
  const name = `Request ${requestId}`;
  return (
    <p>
      <Badge look="warn">waits for a second person</Badge>{' '}
      {mayOpen ? <Link href={`/requests/${requestId}`}>{name}</Link> : name}: {title}, asked for by{' '}
      {isMaker ? 'you' : madeBy.name} <Time at={madeAt} />. It is for {checkersOf('suspense_placement')} to
      answer.
    </p>
  );
}

function FactsCard({ piece }: { piece: Piece }) {
  const { payer, statement, operator, borrowerId, loanId, movedOn, bookedOn } = piece;
  return (
    <Card title="Where it comes from">
      <Facts
        facts={[
          ['How it came here', sourceText(piece)],
          ['Amount', <Money key="amount" kwacha={piece.amount} />],
          ['Without a place', <Money key="left" kwacha={piece.left} />],
          [piece.direction === 'came' ? 'Came on' : 'Left on', formatDay(day(movedOn))],
          ['Booked on', formatDay(day(bookedOn))],
          ['Operator', operator && OPERATOR_TITLES[operator]],
          ['Number', payer ? <bdi key="number">{payer.maskedMobile}</bdi> : 'not known'],
          ['Statement', statement && `${statement.statementId}, line ${statement.line}`],
          [
            'Borrower',
            borrowerId && (
              <Link key="of" href={`/borrowers/${borrowerId}`}>
                Borrower {borrowerId}
              </Link>
            ),
          ],
          ['Loan', loanId && String(loanId)],
        ]}
      />
    </Card>
  );
}

function PlacementsCard({ piece: { placements } }: { piece: Piece }) {
  return (
    <Card title="Where it went" isFlush>
      {placements.length === 0 ? (
        <Empty title="It has no place yet">Each part of it that was placed stands here.</Empty>
      ) : (
        <Table
          label="Where it went"
          rows={placements}
          keyOf={({ at, requestId }) => `${at} ${requestId}`}
          columns={[
            {
              title: 'What',
              cell: (one) =>
                one.payment ? (
                  <Link href={`/payments/${one.payment.payerId}/${one.payment.paymentId}`}>
                    {targetText(one)}
                  </Link>
                ) : (
                  `${targetText(one)}${one.loanId ? ` ${one.loanId}` : ''}`
                ),
            },
            { title: 'State', cell: (one) => placementStateText(one) },
            { title: 'Amount', cell: ({ amount }) => <Money kwacha={amount} />, isRight: true },
            {
              title: 'By',
              cell: ({ by, approvedBy }) => (approvedBy ? `${by}, ${approvedBy}` : by),
              isExtra: true,
            },
            { title: 'When', cell: ({ at }) => <Time at={at} />, isRight: true },
          ]}
        />
      )}
    </Card>
  );
}
