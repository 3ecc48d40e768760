import { ButtonLink } from '../../ui/button.tsx';
import { newDatesWords } from '../../words/new-dates.ts';

type BillProps = { orderId?: number | undefined };

/** The way out that costs nothing: new due dates, which a person of staff agrees. */
export function AskForNewDates({ orderId }: BillProps) {
  return (
    <>
      <p>{newDatesWords.offer}</p>
      <NewDatesLink orderId={orderId} />
    </>
  );
}

/** Opens the form that asks for new dates. */
export function NewDatesLink({ orderId }: BillProps) {
  const bill = orderId === undefined ? '' : `&bill=${orderId}`;
  return (
    <ButtonLink to={`/me/complaint?about=new_dates${bill}`} variant="secondary">
      {newDatesWords.ask}
    </ButtonLink>
  );
}
