import type { Answer, Request } from '@thumba/contract/wire';
import { shortMoneyText } from '@thumba/home/wire-money';
import { useId, useState } from 'react';
import { useSearch } from 'wouter';
import { useForm } from '../../platform/form.ts';
import { dayText } from '../../platform/lusaka-time.ts';
import { refresh, useAnswer, useSend } from '../../platform/query.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { CallLender } from '../../ui/call-lender.tsx';
import { Badge, Card, Rule } from '../../ui/card.tsx';
import { MoneyLine } from '../../ui/facts.tsx';
import { SelectField } from '../../ui/field.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { Steps } from '../../ui/steps.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { complaintWords, ticketWords } from '../../words/tickets.ts';
import { titles } from '../../words/titles.ts';
import styles from './help.module.css';
import { useLender } from './lender.ts';

type Topic = Request<'writeComplaint'>['body']['topic'];

const MIN_LENGTH = 10;
const MAX_LENGTH = 1000;
/** From this length on, the hint says how many characters are left. */
const COUNTED_FROM = 800;
const BILLS_OFFERED = 20;

/** The topic of a request that is no complaint: new due dates for a borrower who cannot pay. */
const NEW_DATES = 'new_dates' satisfies Topic;

const wordsOf = (topic: string) => (topic === NEW_DATES ? complaintWords.newDates : complaintWords);
const titleOf = (asksForNewDates: boolean) =>
  asksForNewDates ? complaintWords.newDates.title : titles.complaint;

export function ComplaintPage() {
  const formId = useId();
  const search = useSearch();
  const [sent, setSent] = useState<Answer<'writeComplaint'>>();
  const answerDays = useLender().data?.complaintAnswerDays;
  const complaint = useSend('writeComplaint', { loading: 'sending' });

  const form = useForm({
    initial: initialOf(search),
    check: ({ topic, text }) => ({
      topic: topic === '' ? complaintWords.topicEmpty : undefined,
      text: text.trim().length < MIN_LENGTH ? wordsOf(topic).textEmpty : undefined,
    }),
    isBusy: complaint.isPending,
    send: ({ topic, orderId, text }) =>
      complaint.mutate(
        { body: { topic: topic as Topic, text, ...(orderId === '' ? {} : { orderId: Number(orderId) }) } },
        {
          onSuccess: (answer) => {
            setSent(answer);
            void refresh('listTickets', 'listMessages');
          },
          onError: form.showRefusal,
        },
      ),
  });

  const asksForNewDates = form.values.topic === NEW_DATES;
  if (sent) return <Sent sent={sent} asksForNewDates={asksForNewDates} />;
  const words = wordsOf(form.values.topic);
  return (
    <PageFrame
      title={titleOf(asksForNewDates)}
      backTo="/me/help"
      footer={
        <Button type="submit" form={formId} isBusy={complaint.isPending}>
          {words.submit}
        </Button>
      }
    >
      {answerDays !== undefined && <p>{words.about(answerDays)}</p>}
      {asksForNewDates && <CallLender />}
      <Card>
        <form id={formId} className={styles.form} {...form.props}>
          <SelectField
            {...form.textField('topic')}
            label={complaintWords.topic}
            options={Object.entries(ticketWords.topics).map(([value, label]) => ({ value, label }))}
          />
          <BillField value={form.values.orderId} onChange={form.field('orderId').onChange} />
          <TextArea
            {...form.textField('text')}
            label={words.text}
            rows={5}
            maxLength={MAX_LENGTH}
            hint={hintOf(form.values.text.length)}
          />
        </form>
      </Card>
    </PageFrame>
  );
}

/** A link chooses the topic and the bill. */
function initialOf(search: string): { topic: string; orderId: string; text: string } {
  const wanted = new URLSearchParams(search);
  const bill = wanted.get('bill') ?? '';
  return {
    topic: wanted.get('about') === NEW_DATES ? NEW_DATES : '',
    orderId: /^\d+$/.test(bill) ? bill : '',
    text: '',
  };
}

function hintOf(length: number): string {
  return length < COUNTED_FROM ? complaintWords.textHint : complaintWords.charactersLeft(MAX_LENGTH - length);
}

/** The loan that the complaint is about, for a borrower with loans. */
function BillField({ value, onChange }: { value: string; onChange: (orderId: string) => void }) {
  const bills = useAnswer('listOrders', { query: { page: 1, pageSize: BILLS_OFFERED } }).data?.items ?? [];
  if (bills.length === 0) return null;
  return (
    <SelectField
      label={complaintWords.bill}
      name="orderId"
      placeholder={complaintWords.noBill}
      options={bills.map((bill) => ({
        value: String(bill.orderId),
        label: complaintWords.billOption(shortMoneyText(bill.principal), dayText(bill.appliedOn)),
      }))}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

type SentProps = { sent: Answer<'writeComplaint'>; asksForNewDates: boolean };

function Sent({ sent: { ticketNo, answerDueOn }, asksForNewDates }: SentProps) {
  const { sent } = complaintWords;
  return (
    <PageFrame
      title={titleOf(asksForNewDates)}
      backTo="/me/help"
      footer={<ButtonLink to={`/me/tickets/${ticketNo}`}>{sent.see}</ButtonLink>}
    >
      <Card title={asksForNewDates ? complaintWords.newDates.sent.title : sent.title}>
        <MoneyLine
          label={ticketWords.labels.number}
          aside={<Badge tone="warn">{ticketWords.states.open}</Badge>}
          money={ticketNo}
        />
        <Rule />
        <Steps
          steps={[
            { text: sent.read },
            { text: sent.answer(dayText(answerDueOn)) },
            { text: asksForNewDates ? complaintWords.newDates.sent.untilThen : sent.regulator },
          ]}
        />
      </Card>
    </PageFrame>
  );
}
