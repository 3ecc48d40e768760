import Printer from 'lucide-react/icons/printer';
import { useSearch } from 'wouter';
import { CallFailure } from '../../platform/call-answer.ts';
import { type LoanWish, readLoanWish, wholeNumber } from '../../platform/loan-wish.ts';
import { goBack } from '../../platform/navigation.ts';
import { messageOf, useAnswer } from '../../platform/query.ts';
import { openLoginPanel, session, useSession } from '../../platform/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, Notice } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { contractWords as words } from '../../words/contract.ts';
import { titles } from '../../words/titles.ts';
import { uiWords } from '../../words/ui.ts';
import { isAgreed } from '../bill/bill-status.ts';
import { PaperButton } from '../paper/paper-button.tsx';
import './contract-print.css';
import { Clauses, ContractText } from './contract-text.tsx';

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
  const bill = useAnswer('queryLoanDetail', { params: { id: orderId } }).data;
  return (
    <ContractFrame
      answer={contract}
      backTo={`/billing-details/${orderId}`}
      orderIdOfPaper={bill && isAgreed(bill) ? orderId : undefined}
    />
  );
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
  /** Only a contract that both sides agreed to can be downloaded. */
  orderIdOfPaper?: number | undefined;
};

function ContractFrame({ answer, backTo, orderIdOfPaper }: ContractFrameProps) {
  if (answer.data) {
    return (
      <PageFrame
        title={titles.loanContract}
        backTo={backTo}
        footer={
          <Button variant="secondary" onClick={() => goBack(backTo)}>
            {words.backToBill}
          </Button>
        }
      >
        {orderIdOfPaper !== undefined && (
          <PaperButton orderId={orderIdOfPaper} kind="contract" label={words.download} />
        )}
        <ContractText contract={answer.data} />
        <Button variant="quiet" onClick={() => window.print()}>
          <Printer aria-hidden="true" />
          {words.print}
        </Button>
      </PageFrame>
    );
  }
  return (
    <PageFrame title={titles.loanContract} backTo={backTo}>
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
      title={words.missing}
      action={
        <ButtonLink to="/home" isWide={false}>
          {uiWords.goHome}
        </ButtonLink>
      }
    >
      {messageOf(answer.error)}
    </EmptyState>
  );
}

function SampleContract({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <PageFrame title={titles.loanContract} backTo="/home">
      <Notice>{words.sampleNotice}</Notice>
      <Card>
        <Clauses clauses={words.sample} />
      </Card>
      {isSignedIn ? (
        <ButtonLink to="/home">{uiWords.goHome}</ButtonLink>
      ) : (
        <Button onClick={() => openLoginPanel(session)}>{words.logInForOwn}</Button>
      )}
    </PageFrame>
  );
}

function LogInFirst({ search }: { search: string }) {
  return (
    <PageFrame title={titles.loanContract} backTo="/home">
      <EmptyState
        drawing="paper"
        title={words.logInFirst.title}
        action={
          <Button isWide={false} onClick={() => openLoginPanel(session, `/al?${search}`)}>
            {words.logInFirst.action}
          </Button>
        }
      >
        {words.logInFirst.text}
      </EmptyState>
    </PageFrame>
  );
}
