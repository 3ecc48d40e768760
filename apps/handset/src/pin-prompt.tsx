import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { answerPrompt, type Network, type Outcome, type Prompt, type PromptAction } from './simulator.ts';
import { kwachaText, timeLeftText } from './words.ts';

const reasonWords: Record<string, string> = {
  not_enough_funds: 'not enough money on this phone',
  wrong_pin: 'wrong PIN',
  refused: 'you refused',
};

type Props = {
  mobile: string;
  operator: Network;
  prompt: Prompt;
  onAnswered: (words: string, isIgnored: boolean) => void;
};

export function PinPrompt({ mobile, operator, prompt, onAnswered }: Props) {
  const [pin, setPin] = useState('');
  const [problem, setProblem] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const nowMs = useSeconds();
  const titleId = useId();
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    // A number that is being typed elsewhere on the page keeps the focus.
    if (document.activeElement?.tagName !== 'INPUT') field.current?.focus({ preventScroll: true });
  }, []);

  async function answer(action: PromptAction) {
    setIsBusy(true);
    try {
      const { outcome, reason } = await answerPrompt(mobile, prompt.id, action);
      onAnswered(answerText(outcome, prompt.amount, reason), action === 'ignore');
    } catch (error) {
      setProblem((error as Error).message);
      setIsBusy(false);
    }
  }

  function approve(event: FormEvent) {
    event.preventDefault();
    if (!/^\d{4}$/.test(pin)) return setProblem('Enter any four digits.');
    answer('approve');
  }

  return (
    <div className="prompt-shade">
      <div className={`prompt ${operator}`} role="dialog" aria-labelledby={titleId}>
        <form onSubmit={approve} noValidate>
          <p className="prompt-left">
            <span id={titleId}>Payment request</span>
            <span role="timer">{timeLeftText(prompt.expiresAt, nowMs)} left</span>
          </p>
          <p className="prompt-amount">{kwachaText(prompt.amount)}</p>
          <p className="prompt-text">{prompt.text}</p>
          <label htmlFor={`${titleId}-pin`}>PIN, any four digits</label>
          <input
            ref={field}
            id={`${titleId}-pin`}
            className="pin"
            type="password"
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            value={pin}
            aria-invalid={problem !== ''}
            aria-describedby={problem ? `${titleId}-problem` : undefined}
            onChange={(event) => setPin(event.target.value.replace(/\D/g, ''))}
          />
          {problem && (
            <p className="error" id={`${titleId}-problem`} role="alert">
              {problem}
            </p>
          )}
          <button type="submit" className="button primary" disabled={isBusy}>
            Approve
          </button>
          <OtherAnswers isBusy={isBusy} onAnswer={answer} />
        </form>
      </div>
    </div>
  );
}

type OtherAnswersProps = { isBusy: boolean; onAnswer: (action: PromptAction) => void };

function OtherAnswers({ isBusy, onAnswer }: OtherAnswersProps) {
  return (
    <div className="prompt-others">
      <button type="button" className="button" disabled={isBusy} onClick={() => onAnswer('wrong_pin')}>
        Wrong PIN
      </button>
      <button type="button" className="button" disabled={isBusy} onClick={() => onAnswer('refuse')}>
        Refuse
      </button>
      <button type="button" className="button" disabled={isBusy} onClick={() => onAnswer('ignore')}>
        Ignore
      </button>
    </div>
  );
}

function answerText(outcome: Outcome, amount: number, reason: string | undefined): string {
  const amountText = kwachaText(amount);
  if (outcome === 'succeeded') return `Paid ${amountText}.`;
  if (outcome === 'pending') return `The request for ${amountText} is still waiting.`;
  return `${amountText} was not paid: ${reasonWords[reason ?? ''] ?? 'it failed'}.`;
}

function useSeconds(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
