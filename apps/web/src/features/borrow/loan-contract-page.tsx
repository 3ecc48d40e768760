import type { Answer } from '@thumba/contract/wire';
import Printer from 'lucide-react/icons/printer';
import type { ReactNode } from 'react';
import { useSearch } from 'wouter';
import { CallFailure } from '../../platform/call-answer.ts';
import { dayOf, dayText, timeOfDay } from '../../platform/lusaka-time.ts';
import { messageOf, useAnswer } from '../../platform/query.ts';
import { openLoginPanel, session, useSession } from '../../platform/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, Notice } from '../../ui/card.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import styles from './borrow.module.css';
import { type LoanWish, readLoanWish, wholeNumber } from './loan-wish.ts';
import { sampleClauses } from './sample-contract.ts';
import './contract-print.css';

const TITLE = 'Loan Contract';

/** The contract of a loan that was signed, of one that is about to be, or what every contract says. */
export function LoanContractPage() {
  const search = useSearch();
  const isSignedIn = useSession((state) => state.token !== null);
  const query = new URLSearchParams(search);
  const orderId = wholeNumber(query.get('orderId'));
  const wish = readLoanWish(search);
  if (orderId === undefined && wish === undefined) return <SampleContract isSignedIn={isSignedIn} />;
  if (!isSignedIn) return <LogInFirst search={search} />;
  if (orderId !== undefined) return <SignedContract orderId={orderId} />;
  return <UnsignedContract wish={wish!} repayAccountId={wholeNumber(query.get('repayAccountId'))} />;
}

function SignedContract({ orderId }: { orderId: number }) {
  const contract = useAnswer('getLoanContract', { params: { id: orderId } }, { staleMs: Infinity });
  return <ContractFrame answer={contract} backTo={`/billing-details/${orderId}`} />;
}

function UnsignedContract({ wish, repayAccountId }: { wish: LoanWish; repayAccountId: number | undefined }) {
  const contract = useAnswer('getContractText', {
    body: { ...wish, ...(repayAccountId === undefined ? {} : { repayAccountId }) },
  });
  return <ContractFrame answer={contract} backTo="/borrow-plan" />;
}

type ContractFrameProps = {
  answer: ReturnType<typeof useAnswer<'getLoanContract' | 'getContractText'>>;
  backTo: string;
};

function ContractFrame({ answer, backTo }: ContractFrameProps) {
  if (answer.data) {
    return (
      <PageFrame
        title={TITLE}
        backTo={backTo}
        footer={
          <Button variant="secondary" onClick={() => window.print()}>
            <Printer aria-hidden="true" />
            Print
          </Button>
        }
      >
        <ContractText contract={answer.data} />
      </PageFrame>
    );
  }
  return (
    <PageFrame title={TITLE} backTo={backTo}>
      {answer.isError ? <ContractMissing answer={answer} /> : <Skeleton lines={[60, 110, 110, 110]} />}
    </PageFrame>
  );
}

function ContractMissing({ answer }: { answer: ContractFrameProps['answer'] }) {
  const isRefused = answer.error instanceof CallFailure && answer.error.kind === 'refused';
  if (!isRefused) {
    return (
      <ErrorState
        message={messageOf(answer.error)}
        onRetry={() => void answer.refetch()}
        isRetrying={answer.isFetching}
      />
    );
  }
  return (
    <EmptyState
      drawing="paper"
      title="There is no such contract"
      action={
        <ButtonLink to="/home" isWide={false}>
          Go to home
        </ButtonLink>
      }
    >
      {messageOf(answer.error)}
    </EmptyState>
  );
}

function ContractText({ contract }: { contract: Answer<'getLoanContract'> }) {
  const { agreedAt, clauses, contractVersion } = contract;
  return (
    <Card>
      <Clauses clauses={clauses}>
        <p className={styles.agreed}>
          {agreedAt
            ? `You agreed to this on ${dayText(dayOf(agreedAt))} at ${timeOfDay(agreedAt)}.`
            : 'You have not agreed to this yet. Nothing is signed until you press the button of the estimated bill.'}
        </p>
        <p className={styles.small}>Wording {contractVersion}</p>
      </Clauses>
    </Card>
  );
}

function SampleContract({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <PageFrame title={TITLE} backTo="/home">
      <Notice>
        This is what every loan contract says. Your own, with all its figures, is shown before you agree to a
        loan, and afterwards under “Loan contract” in the details of each bill.
      </Notice>
      <Card>
        <Clauses clauses={sampleClauses} />
      </Card>
      {isSignedIn ? (
        <ButtonLink to="/home">Go to home</ButtonLink>
      ) : (
        <Button onClick={() => openLoginPanel(session)}>Log in to see your own</Button>
      )}
    </PageFrame>
  );
}

type ClausesProps = { clauses: readonly { heading: string; text: string }[]; children?: ReactNode };

function Clauses({ clauses, children }: ClausesProps) {
  return (
    <article className={styles.contract}>
      {clauses.map((clause, index) => (
        <section key={clause.heading}>
          <h2>
            {index + 1}. {clause.heading}
          </h2>
          <p>{clause.text}</p>
        </section>
      ))}
      {children}
    </article>
  );
}

function LogInFirst({ search }: { search: string }) {
  return (
    <PageFrame title={TITLE} backTo="/home">
      <EmptyState
        drawing="paper"
        title="Log in to read this contract"
        action={
          <Button isWide={false} onClick={() => openLoginPanel(session, `/al?${search}`)}>
            Log in
          </Button>
        }
      >
        A contract names the borrower, so only the borrower can read it.
      </EmptyState>
    </PageFrame>
  );
}
