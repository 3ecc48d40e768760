import { useLocation } from 'wouter';
import { useKeys } from '../../platform/keys.ts';
import { useStaffSend } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { clockText } from '../../platform/time.ts';
import { showToast } from '../../platform/toasts.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { Answer } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './applications.module.css';
import { BureauCard } from './bureau-card.tsx';
import { DecideCard } from './decide-card.tsx';
import { AsksCard, BeforeCard, CarryCard, ScoreCard } from './money-cards.tsx';
import { PictureFrame } from './picture-frame.tsx';
import { type Application, useApplication, usePlaceInQueue } from './use-application.ts';
import { WhoCard } from './who-card.tsx';

/** One application with everything that a decision needs. After a decision the next one opens. */
export function ApplicationPage({ loanId }: { loanId: string }) {
  const mayDecide = usePerson().permissions.includes('decideApplications');
  const query = useApplication(loanId, mayDecide);
  const goOn = useNext(Number(loanId), mayDecide);
  return (
    <Page
      title={`Application ${loanId}`}
      note={<PageNote loanId={Number(loanId)} application={query.data} />}
      actions={<ButtonLink to="/applications">All applications</ButtonLink>}
    >
      <Answer query={query}>
        {(application) => (
          <Cards isTwoColumns>
            <Cards>
              <WhoCard application={application} />
              <CarryCard application={application} />
              <BureauCard application={application} />
              <EvidenceCard application={application} />
              <OffersCard application={application} />
              <BeforeCard application={application} />
              <Card title="Answers">
                <Facts
                  facts={application.answers.map(({ question, answer }) => [
                    question,
                    <bdi key={question}>{answer}</bdi>,
                  ])}
                />
              </Card>
            </Cards>
            <Cards>
              <AsksCard application={application} />
              <DecideCard application={application} onDone={goOn} />
              <ScoreCard application={application} />
              <HistoryCard application={application} />
            </Cards>
          </Cards>
        )}
      </Answer>
    </Page>
  );
}

/** `j` and `k` leave the application for the one beside it. Answers what follows a decision. */
function useNext(loanId: number, mayDecide: boolean): (sentence: string) => void {
  const [, navigate] = useLocation();
  const { next, before } = usePlaceInQueue(loanId);
  const leave = useStaffSend('leaveApplication', ['listApplications']);
  const takeNext = useStaffSend('takeNextApplication', ['listApplications']);
  const goTo = (other: number | undefined) => {
    if (other === undefined) return;
    if (mayDecide) leave.mutate({ params: { loanId } });
    navigate(`/applications/${other}`);
  };
  useKeys('Applications', [
    { keys: 'j', does: 'Next application', run: () => goTo(next) },
    { keys: 'k', does: 'Application before', run: () => goTo(before) },
  ]);
  return (sentence) => {
    showToast(sentence);
    takeNext.mutate(
      { body: { afterLoanId: loanId } },
      {
        onSuccess: ({ loanId: other }) =>
          navigate(other === null ? '/applications' : `/applications/${other}`),
        onError: () => navigate('/applications'),
      },
    );
  };
}

function PageNote({ loanId, application }: { loanId: number; application: Application | undefined }) {
  const { place, total } = usePlaceInQueue(loanId);
  if (!application) return null;
  const { isAnotherLook, holder } = application;
  return (
    <>
      {isAnotherLook && <Badge look="warn">another look</Badge>}
      {holder && (
        <span>
          {holder.isMine ? 'yours' : `with ${holder.name}`} until {clockText(holder.until)}
        </span>
      )}
      {place && (
        <span>
          {place} of {total}
        </span>
      )}
    </>
  );
}

const EVIDENCE_TITLES = { payslip: 'Payslip', mobile_money_statement: 'Mobile-money statement' } as const;
const EVIDENCE_STATES = {
  asked: 'the borrower is asked',
  given: 'given',
  lapsed: 'not given in time',
  ended: 'ended by a decision',
} as const;

function EvidenceCard({ application: { evidence, loanId } }: { application: Application }) {
  if (evidence.length === 0) return null;
  return (
    <Card title="Evidence">
      {evidence.map(({ kind, state, askedAt, endsAt, pictures }) => (
        <div key={askedAt}>
          <p className={styles.line}>
            {EVIDENCE_TITLES[kind]}, asked for <Time at={askedAt} />: {EVIDENCE_STATES[state]}
            {state === 'asked' && (
              <>
                , until <Time at={endsAt} />
              </>
            )}
          </p>
          {pictures.length > 0 && (
            <div className={styles.pictures}>
              {pictures.map((picture, index) => (
                <PictureFrame
                  key={picture}
                  loanId={loanId}
                  picture={picture}
                  title={`${EVIDENCE_TITLES[kind]} ${index + 1}`}
                />
              ))}
            </div>
          )}
        </div>
      ))}
    </Card>
  );
}

const OFFER_STATES = {
  offered: 'the borrower has not answered',
  signed: 'signed',
  refused: 'refused by the borrower',
  lapsed: 'not answered in time',
  ended: 'ended by a decision',
} as const;

function OffersCard({ application: { offers } }: { application: Application }) {
  if (offers.length === 0) return null;
  return (
    <Card title="Other terms offered">
      {offers.map(({ amount, termDays, state, isStanding, offeredAt, endsAt }) => (
        <p key={offeredAt} className={styles.line}>
          <Money kwacha={amount} /> for {termDays} days, offered <Time at={offeredAt} />:{' '}
          {OFFER_STATES[state]}
          {isStanding && (
            <>
              , until <Time at={endsAt} />
            </>
          )}
        </p>
      ))}
    </Card>
  );
}

function HistoryCard({ application: { appliedAt, reviews } }: { application: Application }) {
  return (
    <Card title="History">
      <ol className={styles.history}>
        <li>
          <Time at={appliedAt} />: applied
        </li>
        {reviews.map(({ at, by, title, note }) => (
          <li key={at}>
            <Time at={at} />, {by}: {title}
            {note && (
              <div className={styles.weak}>
                “<bdi>{note}</bdi>”
              </div>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}
