import type { Answer, Request } from '@thumba/contract/wire';
import { useId, useState } from 'react';
import { useForm } from '../../platform/form.ts';
import { dayText } from '../../platform/lusaka-time.ts';
import { shortMoneyText } from '../../platform/money.ts';
import { refresh, useAnswer, useSend } from '../../platform/query.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Badge, Card, Rule } from '../../ui/card.tsx';
import { MoneyLine, Steps } from '../../ui/facts.tsx';
import { SelectField } from '../../ui/field.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
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

export function ComplaintPage() {
  const formId = useId();
  const [sent, setSent] = useState<Answer<'writeComplaint'>>();
  const answerDays = useLender().data?.complaintAnswerDays;
  const complaint = useSend('writeComplaint', { loading: 'sending' });

  const form = useForm({
    initial: { topic: '', orderId: '', text: '' },
    check: ({ topic, text }) => ({
      topic: topic === '' ? complaintWords.topicEmpty : undefined,
      text: text.trim().length < MIN_LENGTH ? complaintWords.textEmpty : undefined,
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

  if (sent) return <Sent sent={sent} />;
  const { length } = form.values.text;
  return (
    <PageFrame
      title={titles.complaint}
      backTo="/me/help"
      footer={
        <Button type="submit" form={formId} isBusy={complaint.isPending}>
          {complaintWords.submit}
        </Button>
      }
    >
      {answerDays !== undefined && <p>{complaintWords.about(answerDays)}</p>}
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
            label={complaintWords.text}
            rows={5}
            maxLength={MAX_LENGTH}
            hint={
              length < COUNTED_FROM
                ? complaintWords.textHint
                : complaintWords.charactersLeft(MAX_LENGTH - length)
            }
          />
        </form>
      </Card>
    </PageFrame>
  );
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

function Sent({ sent: { ticketNo, answerDueOn } }: { sent: Answer<'writeComplaint'> }) {
  const { sent } = complaintWords;
  return (
    <PageFrame
      title={titles.complaint}
      backTo="/me/help"
      footer={<ButtonLink to={`/me/tickets/${ticketNo}`}>{sent.see}</ButtonLink>}
    >
      <Card title={sent.title}>
        <MoneyLine
          label={ticketWords.labels.number}
          aside={<Badge tone="warn">{ticketWords.states.open}</Badge>}
          money={ticketNo}
        />
        <Rule />
        <Steps
          steps={[{ text: sent.read }, { text: sent.answer(dayText(answerDueOn)) }, { text: sent.regulator }]}
        />
      </Card>
    </PageFrame>
  );
}
