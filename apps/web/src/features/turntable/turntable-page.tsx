import type { Answer } from '@thumba/contract/wire';
import { formatCount } from '@thumba/lending/count';
import { useMemo } from 'react';
import { CallFailure } from '../../platform/call-answer.ts';
import { useHalfDone } from '../../platform/half-done.ts';
import { messageOf, useAnswer } from '../../platform/query.ts';
import { openLoginPanel, session, useSession } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { Badge, Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { titles } from '../../words/titles.ts';
import { turntableWords as words } from '../../words/turntable.ts';
import { Fairness } from './fairness.tsx';
import { MyPrizes } from './my-prizes.tsx';
import { SpinStatus } from './spin-status.tsx';
import styles from './turntable.module.css';
import { type Spin, useSpin } from './use-spin.ts';
import { Wheel } from './wheel.tsx';

type Turntable = Answer<'turntable'>;

export function TurntablePage() {
  const turntable = useAnswer('turntable', {});
  return (
    <PageFrame title={titles.turntable} backTo="/home" columns="first">
      {turntable.data ? (
        <Turntable turntable={turntable.data} />
      ) : turntable.error ? (
        <Missing
          error={turntable.error}
          onRetry={() => void turntable.refetch()}
          isRetrying={turntable.isFetching}
        />
      ) : (
        <Skeleton lines={[480, 300]} />
      )}
    </PageFrame>
  );
}

function Missing({ error, onRetry, isRetrying }: { error: Error; onRetry: () => void; isRetrying: boolean }) {
  if (!(error instanceof CallFailure) || error.reason !== 'no_wheel') {
    return <ErrorState message={messageOf(error)} onRetry={onRetry} isRetrying={isRetrying} />;
  }
  return (
    <EmptyState drawing="wheel" title={words.closed.title}>
      {words.closed.text}
    </EmptyState>
  );
}

function Turntable({ turntable }: { turntable: Turntable }) {
  const { prizes, rules } = turntable;
  const isSignedIn = useSession((state) => state.token !== null);
  const mine = useAnswer('myTurntable', {}, { isEnabled: isSignedIn });
  return (
    <>
      <SpinCard
        prizes={prizes}
        mine={isSignedIn ? mine.data : undefined}
        isLoading={mine.isLoading}
        isSignedIn={isSignedIn}
      />
      <Card title={words.prizes}>
        <ul className={styles.list}>
          {prizes.map((prize) => (
            <li key={prize.prizeId}>
              <div className={styles.prize}>
                <span className={styles.name}>{prize.name}</span>
                <span className={styles.figure}>{words.percent(prize.odds / 100)}</span>
              </div>
              <p className={styles.detail}>{oddsText(prize)}</p>
            </li>
          ))}
        </ul>
      </Card>
      {isSignedIn && <MyPrizes mine={mine} />}
      <Card title={words.rules}>
        <ul className={styles.rules}>
          {rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </Card>
      <Fairness mine={isSignedIn ? mine.data : undefined} />
    </>
  );
}

function SpinCard({
  prizes,
  mine,
  isLoading,
  isSignedIn,
}: {
  prizes: Turntable['prizes'];
  mine: Answer<'myTurntable'> | undefined;
  isLoading: boolean;
  isSignedIn: boolean;
}) {
  const { spin, start, tell } = useSpin();
  const names = useMemo(() => prizes.map(({ name }) => name), [prizes]);
  const place =
    spin.state === 'stopping' ? prizes.findIndex(({ prizeId }) => prizeId === spin.spun.prizeId) : 0;
  const turning = useMemo(() => turningOf(spin.state, Math.max(0, place)), [spin.state, place]);
  const isSpinning = spin.state === 'asking' || spin.state === 'stopping';
  useHalfDone(isSpinning);
  // While the wheel turns, its chance is still counted.
  const spinsLeft = spin.state === 'told' ? spin.spun.spinsLeft : mine?.spinsLeft;
  // If the number of chances is unknown, the server decides.
  const maySpin = spin.state === 'lost' || isSpinning || spinsLeft !== 0;
  return (
    <Card
      title={words.wheel}
      aside={
        isSignedIn &&
        spinsLeft !== undefined && (
          <Badge tone={spinsLeft > 0 ? 'good' : 'neutral'}>{words.spinsLeft(spinsLeft)}</Badge>
        )
      }
    >
      <Wheel names={names} turning={turning} onStopped={tell} />
      <SpinStatus spin={spin} mine={mine} isSignedIn={isSignedIn} />
      {!isSignedIn && <Button onClick={() => openLoginPanel(session)}>{words.logInToSpin}</Button>}
      {isSignedIn && maySpin && (
        <Button isBusy={isSpinning || isLoading} onClick={() => void start()}>
          {spin.state === 'lost' ? words.tryAgain : words.spin}
        </Button>
      )}
    </Card>
  );
}

function turningOf(state: Spin['state'], stopAt: number) {
  if (state === 'asking') return 'turning' as const;
  if (state === 'stopping') return { stopAt };
  return state === 'told' ? ('told' as const) : ('resting' as const);
}

function oddsText({ odds, left }: Turntable['prizes'][number]): string {
  const text = words.odds(formatCount(odds));
  if (left === undefined) return text;
  return words.withStock(text, left === 0 ? words.noneLeft : words.left(formatCount(left)));
}
