import { type FormEvent, useEffect, useId, useState } from 'react';
import { changeFaults, type Faults, readFaults } from './simulator.ts';
import { usePolled } from './use-polled.ts';

const SETTLE_MS = 300;

const groups: { title: string; faults: { name: string; title: string; about: string }[] }[] = [
  {
    title: 'Callbacks',
    faults: [
      { name: 'callbackLost', title: 'Lost', about: 'never sent' },
      { name: 'callbackTwice', title: 'Twice', about: 'the same one again' },
      { name: 'callbackLate', title: 'Late', about: 'one minute later' },
      { name: 'callbackBeforeAnswer', title: 'Before the answer', about: 'while the call is still open' },
      { name: 'callbackForged', title: 'Forged', about: 'a false one says ten times the amount' },
      { name: 'callbackReordered', title: 'Out of order', about: 'an old “pending” after the result' },
    ],
  },
  {
    title: 'Answers',
    faults: [
      { name: 'answerLost', title: 'Answer lost', about: 'done, then the connection breaks' },
      { name: 'refused500', title: 'Refused with 500', about: 'nothing happens' },
      { name: 'timeout', title: 'No answer', about: 'done or not: the list below shows it' },
      { name: 'ambiguousFirst', title: 'Unclear at first', about: 'the first question gets no clear answer' },
      {
        name: 'floatExhausted',
        title: 'No money for payouts',
        about: 'payouts fail, because the account is empty',
      },
      { name: 'tokenExpired', title: 'Token expired', about: 'a token that is valid is refused' },
    ],
  },
];

export function FaultSliders() {
  const { data, error, refresh } = usePolled(readFaults);
  const [problem, setProblem] = useState('');
  const onCount = data ? Object.values(data.rates).filter((rate) => rate > 0).length : 0;

  async function change(wanted: Partial<Faults>) {
    try {
      await changeFaults(wanted);
      setProblem('');
    } catch (failure) {
      setProblem((failure as Error).message);
    }
    refresh();
  }

  return (
    <section className="card" aria-label="Faults">
      <details>
        <summary>
          <h2>Faults</h2>
          <span className="badge">{onCount === 0 ? 'none' : `${onCount} on`}</span>
        </summary>
        {!data && <p className="quiet">{error ? `${error.message} Trying again…` : 'Loading…'}</p>}
        {data && (
          <>
            <Seed seed={data.seed} onSet={(seed) => change({ seed })} />
            {groups.map(({ title, faults }) => (
              <fieldset key={title}>
                <legend>{title}</legend>
                {faults.map(({ name, title: faultTitle, about }) => (
                  <RateSlider
                    key={name}
                    title={faultTitle}
                    about={about}
                    rate={data.rates[name] ?? 0}
                    onSet={(rate) => change({ rates: { [name]: rate } })}
                  />
                ))}
              </fieldset>
            ))}
            <button
              type="button"
              className="button"
              disabled={onCount === 0}
              onClick={() =>
                change({ rates: Object.fromEntries(Object.keys(data.rates).map((name) => [name, 0])) })
              }
            >
              Set all to 0%
            </button>
          </>
        )}
        {problem && (
          <p className="error" role="alert">
            {problem}
          </p>
        )}
      </details>
    </section>
  );
}

function Seed({ seed, onSet }: { seed: number; onSet: (seed: number) => void }) {
  const [typed, setTyped] = useState('');
  const id = useId();
  function set(event: FormEvent) {
    event.preventDefault();
    onSet(typed === '' ? seed : Number(typed));
    setTyped('');
  }
  return (
    <form className="row" onSubmit={set} noValidate>
      <div className="field">
        <label htmlFor={id}>Seed</label>
        <input
          id={id}
          type="number"
          min={0}
          step={1}
          placeholder={String(seed)}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <button type="submit" className="button">
        {typed === '' ? `Restart seed ${seed}` : 'Set seed'}
      </button>
    </form>
  );
}

type RateSliderProps = { title: string; about: string; rate: number; onSet: (rate: number) => void };

function RateSlider({ title, about, rate, onSet }: RateSliderProps) {
  const [dragged, setDragged] = useState<number>();
  const id = useId();
  const percent = dragged ?? Math.round(rate * 100);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new position starts the wait again.
  useEffect(() => {
    if (dragged === undefined) return;
    const timer = setTimeout(() => {
      onSet(dragged / 100);
      setDragged(undefined);
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [dragged]);

  return (
    <div className="rate">
      <label htmlFor={id}>
        {title} <span>{about}</span>
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        step={5}
        value={percent}
        aria-valuetext={`${percent} percent`}
        onChange={(event) => setDragged(Number(event.target.value))}
      />
      <output htmlFor={id}>{percent}%</output>
    </div>
  );
}
