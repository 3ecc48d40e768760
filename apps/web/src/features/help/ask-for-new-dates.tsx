import { dayText } from '../../platform/lusaka-time.ts';
import { useAnswer } from '../../platform/query.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { newDatesWords } from '../../words/new-dates.ts';

type BillProps = { orderId?: number | undefined };

const TICKETS_READ = 20;

/** The open request for new dates, if there is one. */
function useOpenRequest() {
  const tickets = useAnswer(
    'listTickets',
    { query: { page: 1, pageSize: TICKETS_READ } },
    { staleMs: 60_000 },
  );
  return tickets.data?.items.find(
    ({ topic, state }) => topic === 'new_dates' && (state === 'open' || state === 'looked_at'),
  );
}

/** The way out that costs nothing: new due dates, which a person of staff agrees. Asked for once, it is not offered again. */
export function AskForNewDates({ orderId }: BillProps) {
  const request = useOpenRequest();
  if (request?.answerDueOn !== undefined) {
    return (
      <>
        <p>{newDatesWords.asked(request.ticketNo, dayText(request.answerDueOn))}</p>
        <ButtonLink to={`/me/tickets/${request.ticketNo}`} variant="secondary">
          {newDatesWords.see}
        </ButtonLink>
      </>
    );
  }
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
