import { useEffect, useRef, useState } from 'react';
import { CallFailure } from '../../platform/call-answer.ts';
import { useHalfDone } from '../../platform/half-done.ts';
import { navigate } from '../../platform/navigation.ts';
import { messageOf, refresh, useAnswer } from '../../platform/query.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { faceWords as words } from '../../words/face.ts';
import styles from './face.module.css';
import { type FaceOutcome, keepOutcome } from './face-outcome.ts';
import { type FacePictures, type SendingProgress, sendPictures, type Verdict } from './send-pictures.ts';

const ASK_PLACE_EVERY_MS = 2_000;

type FaceSendingProps = { pictures: FacePictures; onTakeAgain: () => void };

/** Sends the pictures, waits for the answer, and leads on or says what to do better. */
export function FaceSending({ pictures, onTakeAgain }: FaceSendingProps) {
  const { progress, failure, verdict, sendAgain } = useSending(pictures);
  if (verdict) return <TakeAgain verdict={verdict} onTakeAgain={onTakeAgain} />;
  if (failure) {
    return (
      <Card>
        <ErrorState
          title={progress.state === 'uploading' ? words.sending.failed : words.sending.notCompared}
          message={messageOf(failure)}
          {...(isFinal(failure) ? {} : { onRetry: sendAgain })}
        />
        <Button variant={isFinal(failure) ? 'primary' : 'quiet'} onClick={onTakeAgain}>
          {words.again.action}
        </Button>
      </Card>
    );
  }
  const title = progress.state === 'uploading' ? words.sending.title : words.sending.comparing;
  return (
    <Card title={title}>
      <progress
        className={styles.progress}
        aria-label={title}
        {...(progress.state === 'uploading' ? { value: progress.number - 1, max: progress.count } : {})}
      />
      <p className={styles.text} role="status">
        {progress.state === 'uploading'
          ? words.sending.picture(progress.number, progress.count)
          : words.sending.checking}
      </p>
      {progress.state === 'checking' && progress.challengeId && (
        <PlaceInQueue challengeId={progress.challengeId} />
      )}
    </Card>
  );
}

/** Several borrowers may wait for the same computer. */
function PlaceInQueue({ challengeId }: { challengeId: string }) {
  const progress = useAnswer(
    'faceProgress',
    { body: { challengeId } },
    { refetchEveryMs: () => ASK_PLACE_EVERY_MS },
  );
  const place = progress.data?.place ?? null;
  return (
    <p className={styles.small} role="status">
      {place !== null && place > 0 ? words.sending.place(place) : '\u00a0'}
    </p>
  );
}

function TakeAgain({ verdict, onTakeAgain }: { verdict: Verdict; onTakeAgain: () => void }) {
  return (
    <Card>
      <EmptyState
        drawing="refused"
        title={words.again.title}
        action={
          <Button isWide={false} onClick={onTakeAgain}>
            {words.again.action}
          </Button>
        }
      >
        <p role="alert">{verdict.message}</p>
        <p className={styles.triesLeft}>{words.again.triesLeft(verdict.triesLeft)}</p>
      </EmptyState>
    </Card>
  );
}

function useSending(pictures: FacePictures) {
  const arrived = useRef(new Map<string, string>());
  const [tries, setTries] = useState(0);
  const [progress, setProgress] = useState<SendingProgress>({ state: 'uploading', number: 1, count: 1 });
  const [failure, setFailure] = useState<Error>();
  const [verdict, setVerdict] = useState<Verdict>();
  useHalfDone(verdict === undefined);
  // A further try goes on with what is sent early.
  useEffect(() => () => pictures.sentAhead?.stop(), [pictures]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a further try sends the same pictures
  useEffect(() => {
    const abort = new AbortController();
    setFailure(undefined);
    sendPictures(pictures, { arrived: arrived.current, onProgress: setProgress, signal: abort.signal }).then(
      (answer) => {
        if (abort.signal.aborted) return;
        if (answer.outcome === 'again') setVerdict(answer);
        else leaveForSuccess(answer.outcome);
      },
      (error: Error) => {
        if (abort.signal.aborted) return;
        setFailure(error);
        // The check was done elsewhere, and the screen of its end takes the place of this one.
        if (error instanceof CallFailure && error.reason === 'face_done')
          void refresh('getUserAuthProcessStep');
      },
    );
    return () => abort.abort();
  }, [pictures, tries]);

  // What has arrived is kept, so the rest follows by itself once there is a network again.
  useEffect(() => {
    if (!isOffline(failure)) return;
    const goOn = () => setTries((before) => before + 1);
    window.addEventListener('online', goOn);
    return () => window.removeEventListener('online', goOn);
  }, [failure]);

  return { progress, failure, verdict, sendAgain: () => setTries(tries + 1) };
}

function isOffline(failure: Error | undefined): boolean {
  return failure instanceof CallFailure && failure.kind === 'offline';
}

/** The same pictures would be refused again: the challenge or a picture is not there any more. */
const NOT_THESE_PICTURES = [403, 404, 409];

function isFinal(failure: Error): boolean {
  return failure instanceof CallFailure && NOT_THESE_PICTURES.includes(failure.code ?? 0);
}

function leaveForSuccess(outcome: FaceOutcome): void {
  keepOutcome(outcome);
  navigate('/face/face-success', { replace: true });
  void refresh('getUserAuthProcessStep', 'getMyLoanInfo', 'getUserInfo');
}
