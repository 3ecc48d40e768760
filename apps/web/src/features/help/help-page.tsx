import { formatDayCount } from '@thumba/lending/day';
import { formatPercent, rate as rateOf } from '@thumba/lending/rate';
import MessageCircle from 'lucide-react/icons/message-circle';
import MessageSquareExclamationPoint from 'lucide-react/icons/message-square-exclamation-point';
import Phone from 'lucide-react/icons/phone';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import SearchCheck from 'lucide-react/icons/search-check';
import Tickets from 'lucide-react/icons/tickets';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { callAddress } from '../../platform/lender-phone.ts';
import { useAnswer } from '../../platform/query.ts';
import { useSession } from '../../platform/session.ts';
import { Card } from '../../ui/card.tsx';
import { Coming } from '../../ui/coming.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { RowLink, Rows } from '../../ui/row-link.tsx';
import { helpWords } from '../../words/help.ts';
import { oneOfOperators } from '../../words/operators.ts';
import { richText } from '../../words/rich-text.tsx';
import { titles } from '../../words/titles.ts';
import { NewDatesLink } from './ask-for-new-dates.tsx';
import styles from './help.module.css';
import { useLender } from './lender.ts';

/** How to reach the lender, and answers to common questions. */
export function HelpPage() {
  const isSignedIn = useSession((state) => state.token !== null);
  return (
    <PageFrame title={titles.help} backTo={isSignedIn ? '/me' : '/home'} columns="even">
      <Lender />
      {isSignedIn && <OwnRequests />}
      <Questions isSignedIn={isSignedIn} />
    </PageFrame>
  );
}

/** What only a borrower can ask for. */
function OwnRequests() {
  const { rows } = helpWords;
  const answerDays = useLender().data?.complaintAnswerDays;
  return (
    <Card>
      <Rows>
        <RowLink to="/me/claim" icon={<SearchCheck aria-hidden="true" />} {...rows.claim} />
        <RowLink
          to="/me/complaint"
          icon={<MessageSquareExclamationPoint aria-hidden="true" />}
          title={rows.complaint.title}
          detail={answerDays !== undefined && rows.complaint.detail(answerDays)}
        />
        <RowLink to="/me/tickets" icon={<Tickets aria-hidden="true" />} {...rows.tickets} />
        <RowLink to="/me/number" icon={<RefreshCw aria-hidden="true" />} {...rows.number} />
      </Rows>
    </Card>
  );
}

function Lender() {
  const answer = useLender();
  const lender = answer.data;
  const { call } = helpWords;
  return (
    <Card title={call.title}>
      {lender ? (
        <>
          <a className={styles.call} href={callAddress(lender.phone)}>
            <Phone aria-hidden="true" />
            {call.button(lender.phone)}
          </a>
          {lender.whatsApp && (
            <a
              className={styles.whatsApp}
              href={`https://wa.me/${lender.whatsApp}`}
              target="_blank"
              rel="noopener noreferrer"
            >
              <MessageCircle aria-hidden="true" />
              {call.whatsApp}
            </a>
          )}
          <div>
            <p className={styles.label}>{call.hours}</p>
            <p>{lender.hours}</p>
          </div>
          <div>
            <p className={styles.label}>{call.lender}</p>
            <p>{lender.name}</p>
            <p className={styles.small}>{`${call.licence}: ${lender.licence}`}</p>
          </div>
        </>
      ) : (
        <Coming answers={[answer]} lines={[52, 40, 60]} />
      )}
    </Card>
  );
}

function Questions({ isSignedIn }: { isSignedIn: boolean }) {
  const { questions } = helpWords;
  const operators = oneOfOperators(useLender().data?.operators);
  const { repay, extension, cannotPay, neverPay, data, real, scam } = questions;
  return (
    <Card title={questions.title}>
      <div className={styles.questions}>
        <Question question={repay.question}>
          <p>{repay.answer(operators)}</p>
        </Question>
        <Question question={extension.question}>
          <p>{extension.answer}</p>
          {isSignedIn && <ExtensionTerms />}
        </Question>
        <Question question={cannotPay.question}>
          <p>{cannotPay.answer}</p>
          {isSignedIn && <NewDatesLink />}
        </Question>
        <Question question={neverPay.question}>
          <p>{neverPay.answer}</p>
        </Question>
        <Question question={data.question}>
          <p>{richText(data.answer, { policy: (inner) => <Link to="/agreement/privacy">{inner}</Link> })}</p>
        </Question>
        <Question question={real.question}>
          <p>{real.answer}</p>
        </Question>
        <Question question={scam.question}>
          <p>{scam.answer}</p>
        </Question>
      </div>
    </Card>
  );
}

function Question({ question, children }: { question: string; children: ReactNode }) {
  return (
    <details className={styles.question}>
      <summary>{question}</summary>
      <div className={styles.answer}>{children}</div>
    </details>
  );
}

/** What each loan on offer to this borrower says about moving its date. */
function ExtensionTerms() {
  const products = useAnswer('getMyLoanInfo', {}).data?.marketList ?? [];
  const { terms, timesAtMost } = helpWords.questions.extension;
  const extendable = products.filter(({ extension }) => extension !== undefined);
  if (extendable.length === 0) return null;
  return (
    <ul className={styles.terms}>
      {extendable.map(({ productId, name, extension }) => {
        const { rate, days, max } = extension!;
        const percent = formatPercent(rateOf(rate));
        const times = max === 1 ? timesAtMost.one : timesAtMost.other(max);
        return <li key={productId}>{terms(name, percent, formatDayCount(days), times)}</li>;
      })}
    </ul>
  );
}
