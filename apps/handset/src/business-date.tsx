import { type FormEvent, useId, useState } from 'react';
import { moveDate, readDate } from './simulator.ts';
import { usePolled } from './use-polled.ts';
import { addDays, daysBetween, dayText } from './words.ts';

type Move = { from: string; to: string };

export function BusinessDate() {
  const { data, error, refresh } = usePolled(readDate);
  const [move, setMove] = useState<Move>();
  const [problem, setProblem] = useState('');
  const [picked, setPicked] = useState('');
  // The date after the last move. The next reading of the date may come a second later.
  const [reached, setReached] = useState('');
  const id = useId();
  const today = data && (data.businessDate > reached ? data.businessDate : reached);

  async function moveTo(day: string) {
    if (!today) return;
    if (!day) return setProblem('Choose a day first.');
    if (day <= today) return setProblem('Choose a later day. The date only moves forward.');
    setProblem('');
    setMove({ from: today, to: day });
    try {
      const { businessDate } = await moveDate(day);
      setReached(businessDate);
      setPicked('');
    } catch (failure) {
      setProblem((failure as Error).message);
    }
    setMove(undefined);
    refresh();
  }

  return (
    <section className="card" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Business date</h2>
      {!today && !error && <p className="quiet">Loading…</p>}
      {!today && error && (
        <p className="quiet">{error.status === 404 ? error.message : `${error.message} Trying again…`}</p>
      )}
      {today && (
        <>
          <p className="date-today">{dayText(today)}</p>
          <p className="quiet">
            The demo runs the end of each day: late charges, reminders. Only the date moves, not the clock.
          </p>
          <MoveForm
            today={today}
            isMoving={move !== undefined}
            picked={picked}
            onPick={setPicked}
            onMove={moveTo}
          />
          {move && <MoveProgress move={move} today={today} />}
          {problem && (
            <p className="error" role="alert">
              {problem}
            </p>
          )}
        </>
      )}
    </section>
  );
}

type MoveFormProps = {
  today: string;
  isMoving: boolean;
  picked: string;
  onPick: (day: string) => void;
  onMove: (day: string) => void;
};

function MoveForm({ today, isMoving, picked, onPick, onMove }: MoveFormProps) {
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onMove(picked);
  };
  return (
    <form className="row" onSubmit={submit} noValidate>
      <button type="button" className="button" disabled={isMoving} onClick={() => onMove(addDays(today, 1))}>
        +1 day
      </button>
      <button type="button" className="button" disabled={isMoving} onClick={() => onMove(addDays(today, 7))}>
        +7 days
      </button>
      <div className="field">
        <label htmlFor={`${id}-day`}>Or to a chosen day</label>
        <input
          id={`${id}-day`}
          type="date"
          min={addDays(today, 1)}
          value={picked}
          onChange={(event) => onPick(event.target.value)}
        />
      </div>
      <button type="submit" className="button" disabled={isMoving}>
        Move
      </button>
    </form>
  );
}

function MoveProgress({ move, today }: { move: Move; today: string }) {
  const days = daysBetween(move.from, move.to);
  const done = Math.min(days, Math.max(0, daysBetween(move.from, today)));
  const words = `Closing ${days === 1 ? 'one day' : `${days} days`} up to ${dayText(move.to)}…`;
  return (
    <div className="progress" role="status">
      <p>{words}</p>
      {done === 0 ? <progress aria-label={words} /> : <progress aria-label={words} value={done} max={days} />}
    </div>
  );
}
