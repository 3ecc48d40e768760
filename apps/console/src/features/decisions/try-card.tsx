import { addDays, day } from '@thumba/lending/day';
import { useState } from 'react';
import { sentenceOf } from '../../platform/call-failure.ts';
import { useStaffAnswer, useStaffSend } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Form, Select, TextField } from '../../ui/field.tsx';
import { Failure } from '../../ui/states.tsx';
import styles from './decisions.module.css';

const DAYS_BACK = 90;

/** Tries the drafts over the applications of a period. */
export function TryCard({
  businessDate,
  drafts,
  onStarted,
}: {
  businessDate: string;
  drafts: { rules: unknown; scorecard: unknown };
  onStarted: (runId: number) => void;
}) {
  const [fromOn, setFromOn] = useState<string>(() => addDays(day(businessDate), -DAYS_BACK));
  const [throughOn, setThroughOn] = useState(businessDate);
  const [productId, setProductId] = useState('');
  const mayTry = usePerson().permissions.includes('changeOffer');
  const { data: offer } = useStaffAnswer('listOfferItems', {});
  const { mutate, isPending, error } = useStaffSend('startWhatIf', ['listWhatIfs']);
  const products = (offer?.items ?? []).filter(({ part }) => part === 'product');
  const start = () =>
    mutate(
      {
        body: { fromOn, throughOn, productId: productId === '' ? null : Number(productId), ...drafts },
      },
      { onSuccess: ({ runId }) => onStarted(runId) },
    );
  return (
    <Card
      title="Try it on past applications"
      actions={<ButtonLink to="/set-up/what-ifs">Earlier what-ifs</ButtonLink>}
    >
      {mayTry ? (
        <Form onSubmit={start}>
          <p>
            Each application is decided again as these drafts say. Nothing changes by it, and no borrower is
            told.
          </p>
          <div className={styles.fields}>
            <TextField label="Applied from" type="date" value={fromOn} onChange={setFromOn} />
            <TextField
              label="Applied until"
              type="date"
              max={businessDate}
              value={throughOn}
              onChange={setThroughOn}
            />
            <Select
              label="Product"
              value={productId}
              choices={[
                { value: '', text: 'All products' },
                ...products.map(({ item, title }) => ({ value: item, text: title })),
              ]}
              onChange={setProductId}
            />
          </div>
          {error && <Failure>{sentenceOf(error)}</Failure>}
          <div className={styles.actions}>
            <Button type="submit" look="main" isBusy={isPending} keys="Ctrl Enter">
              Try it
            </Button>
          </div>
        </Form>
      ) : (
        <p>A person who may ask for changes of the offer can try drafts here.</p>
      )}
    </Card>
  );
}
