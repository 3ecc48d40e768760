import { Link } from 'wouter';
import { OPERATOR_TITLES } from '../../platform/operators.ts';
import { usePerson } from '../../platform/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './applications.module.css';
import { NoPicture, PictureFrame } from './picture-frame.tsx';
import type { Application } from './use-application.ts';

/** The face stands beside the front of the card, because a person compares the two. */
const PICTURES = [
  ['front', 'Front of the card'],
  ['face', 'Face'],
  ['back', 'Back of the card'],
] as const;

/** Who applies: the card, the face, what was read and typed, and the account that gets the money. */
export function WhoCard({ application }: { application: Application }) {
  const { identity, loanId, pictures } = application;
  return (
    <Card title="Who" note={<FaceNote application={application} />}>
      <div className={styles.pictures}>
        {PICTURES.map(([name, title]) =>
          pictures.includes(name) ? (
            <PictureFrame key={name} loanId={loanId} picture={name} title={title} />
          ) : (
            <NoPicture key={name} title={title} />
          ),
        )}
      </div>
      {identity.unread && (
        <p className={styles.line}>The card was not read: {identity.unread.toLowerCase()}.</p>
      )}
      <table className={styles.compared}>
        <thead>
          <tr>
            <th scope="col">On the card</th>
            <th scope="col">Typed</th>
            <th scope="col">Read</th>
          </tr>
        </thead>
        <tbody>
          {identity.fields.map((field) => (
            <tr key={field.title} className={field.differs ? styles.differs : undefined}>
              <th scope="row">{field.title}</th>
              <td>
                {field.entered === null ? (
                  <span className={styles.weak}>not asked for</span>
                ) : (
                  <bdi>{field.entered}</bdi>
                )}
              </td>
              <td>
                <ReadField field={field} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <AccountFacts application={application} />
    </Card>
  );
}

function percentOf(share: number): string {
  return `${Math.round(share * 100)} %`;
}

const OUTCOMES = { pass: 'passed', again: 'to be taken again', refer: 'a person decides' } as const;

function FaceNote({ application: { identity } }: { application: Application }) {
  const { face } = identity;
  if (!face) return <Badge look="warn">face not checked</Badge>;
  const alike = face.similarity === null ? '' : `, ${percentOf(face.similarity)} alike`;
  return (
    <>
      <Badge look={face.outcome === 'pass' ? 'good' : 'warn'}>
        face: {face.reason?.toLowerCase() ?? OUTCOMES[face.outcome]}
        {alike}
      </Badge>{' '}
      same from {percentOf(face.matchesFrom)}, checked <Time at={face.checkedAt} />
    </>
  );
}

function ReadField({ field: { read, differs } }: { field: Application['identity']['fields'][number] }) {
  if (!read) return <span className={styles.weak}>not read</span>;
  return (
    <>
      <bdi>{read.text}</bdi> {differs && <Badge look="warn">differs</Badge>}{' '}
      <span className={styles.weak}>
        {percentOf(read.confidence)} sure{read.isSure ? '' : ', too little to count'}
      </span>
    </>
  );
}

function AccountFacts({
  application: { borrowerId, identity, duplicates, accountsOnDevice },
}: {
  application: Application;
}) {
  const { account, otherFaceChecks } = identity;
  return (
    <Facts
      facts={[
        ['Borrower', <BorrowerLink key="of" borrowerId={borrowerId} />],
        ['Money goes to', account && `${account.mobile}, ${OPERATOR_TITLES[account.operator]}`],
        ['Name there', account && <HolderName account={account} />],
        ['Also seen', duplicates.length === 0 ? null : <Duplicates key="seen" duplicates={duplicates} />],
        ['Accounts on the phone', accountsOnDevice],
        [
          'Other face checks',
          otherFaceChecks.length === 0
            ? null
            : otherFaceChecks.map(({ checkedAt, outcome, reason, whyNot }) => (
                <div key={checkedAt}>
                  <Time at={checkedAt} />: {reason?.toLowerCase() ?? OUTCOMES[outcome]} ({whyNot})
                </div>
              )),
        ],
      ]}
    />
  );
}

function HolderName({ account }: { account: NonNullable<Application['identity']['account']> }) {
  const { holderName, isHolderAsked, verdict, isShared, isFrozen } = account;
  return (
    <>
      <bdi>{holderName ?? (isHolderAsked ? 'the operator tells none' : 'not asked yet')}</bdi>{' '}
      {verdict && <Badge look={verdict === 'different' ? 'bad' : 'good'}>{verdict}</Badge>}{' '}
      {isShared && <Badge look="warn">another borrower uses this number</Badge>}{' '}
      {isFrozen && <Badge look="bad">payouts are held</Badge>}
    </>
  );
}

function BorrowerLink({ borrowerId }: { borrowerId: number }) {
  const mayOpen = usePerson().permissions.includes('seeBorrower');
  if (!mayOpen) return `borrower ${borrowerId}`;
  return <Link href={`/borrowers/${borrowerId}`}>borrower {borrowerId}</Link>;
}

const SHOWN = 5;

/** The others who may be the same person, those with most in common first. */
function Duplicates({ duplicates }: { duplicates: Application['duplicates'] }) {
  const more = duplicates.length - SHOWN;
  return (
    <ul className={styles.list}>
      {duplicates.slice(0, SHOWN).map(({ borrowerId, shared, isStrong, isBlocked, loans }) => (
        <li key={borrowerId}>
          {shared.join(', ')} of <BorrowerLink borrowerId={borrowerId} />
          {loans.length > 0 && `: ${loans.map(({ loanId, state }) => `${loanId} ${state}`).join(', ')}`}{' '}
          {isStrong && <Badge look="warn">may be the same person</Badge>}{' '}
          {isBlocked && <Badge look="bad">blocked</Badge>}
        </li>
      ))}
      {more > 0 && <li className={styles.weak}>and {more} more</li>}
    </ul>
  );
}
