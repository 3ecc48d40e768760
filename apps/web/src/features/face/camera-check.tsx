import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useHalfDone } from '../../platform/half-done.ts';
import { minutesText } from '../../platform/minutes-text.ts';
import { messageOf, refresh } from '../../platform/query.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Stack } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Segments } from '../../ui/segments.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { faceWords as words } from '../../words/face.ts';
import { uiWords } from '../../words/ui.ts';
import { FRAMES_EACH } from './capture.ts';
import styles from './face.module.css';
import type { FacePictures } from './send-pictures.ts';
import { type CameraView, takePictures } from './take-pictures.ts';

type CameraCheckProps = {
  onTaken: (pictures: FacePictures) => void;
  /** Instead: one picture without the guide. */
  onPicture: () => void;
};

/** The camera with an oval, and what to do next. It is switched off when the screen is left. */
export function CameraCheck({ onTaken, onPicture }: CameraCheckProps) {
  const [run, setRun] = useState(0);
  const { video, view } = useCamera(run, onTaken);
  const again = () => setRun(run + 1);
  const isOff = isStopped(view);
  return (
    <>
      <div className={styles.stage} hidden={isOff}>
        <video ref={video} className={styles.video} aria-label={words.camera.picture} muted playsInline />
        <Oval view={view} />
      </div>
      {isOff ? <Stopped view={view} onAgain={again} /> : <Instruction view={view} />}
      <Button variant={isOff ? 'secondary' : 'quiet'} isWide onClick={onPicture}>
        {words.onePicture}
      </Button>
    </>
  );
}

function useCamera(run: number, onTaken: (pictures: FacePictures) => void) {
  const video = useRef<HTMLVideoElement>(null);
  const [view, setView] = useState<CameraView>({ phase: 'opening' });
  const taken = useRef(onTaken);
  useLayoutEffect(() => {
    taken.current = onTaken;
  });
  useHalfDone(view.phase === 'moving');

  // biome-ignore lint/correctness/useExhaustiveDependencies: each run opens the camera anew
  useEffect(() => {
    const element = video.current;
    if (element === null) return;
    const abort = new AbortController();
    const { signal } = abort;
    const show = (next: CameraView) => {
      if (signal.aborted) return;
      setView(next);
      // The refusal may say that the check is done, or that the card comes first.
      if (next.phase === 'failed') void refresh('getUserAuthProcessStep', 'listConsents');
    };
    void takePictures({ video: element, show, signal }).then((pictures) => {
      if (signal.aborted) pictures?.sentAhead?.stop();
      else if (pictures) taken.current(pictures);
    });
    // A phone keeps the camera of a hidden page on.
    const pause = () => {
      if (!document.hidden) return;
      show({ phase: 'paused' });
      abort.abort();
    };
    document.addEventListener('visibilitychange', pause, { signal });
    return () => abort.abort();
  }, [run]);
  return { video, view };
}

type StoppedView = CameraView & { phase: 'failed' | 'refused' | 'guideMissing' | 'paused' | 'tooLate' };

/** The camera is off. */
function isStopped(view: CameraView): view is StoppedView {
  return ['failed', 'refused', 'guideMissing', 'paused', 'tooLate'].includes(view.phase);
}

function Stopped({ view, onAgain }: { view: StoppedView; onAgain: () => void }) {
  if (view.phase === 'failed') {
    return (
      <Card>
        <ErrorState message={messageOf(view.error)} onRetry={onAgain} />
      </Card>
    );
  }
  const said = words.camera[view.phase];
  return (
    <Card>
      <EmptyState
        drawing="phone"
        title={said.title}
        action={
          <Button isWide={false} onClick={onAgain}>
            {view.phase === 'tooLate' ? words.again.action : uiWords.tryAgain}
          </Button>
        }
      >
        <p role="alert">{said.text}</p>
      </EmptyState>
    </Card>
  );
}

const arrows = { left: ArrowLeft, right: ArrowRight, nod: ArrowDown };

function Oval({ view }: { view: CameraView }) {
  const isRight = (view.phase === 'facing' && view.advice === 'ready') || view.phase === 'moving';
  const Arrow = view.phase === 'moving' ? arrows[view.gesture] : undefined;
  return (
    <>
      <svg className={styles.mask} viewBox="0 0 300 300" aria-hidden="true">
        <path
          className={styles.around}
          fillRule="evenodd"
          d="M-300-300h900v900h-900zM150 30c-60 0-88 52-88 116s38 124 88 124 88-60 88-124S210 30 150 30z"
        />
        <ellipse
          className={classNames(styles.oval, isRight && styles.ovalRight)}
          cx="150"
          cy="150"
          rx="89"
          ry="121"
        />
      </svg>
      {Arrow && view.phase === 'moving' && (
        <span className={classNames(styles.arrow, styles[view.gesture])} aria-hidden="true">
          <Arrow />
        </span>
      )}
    </>
  );
}

function Instruction({ view }: { view: CameraView }) {
  const isMoving = view.phase === 'moving';
  const movements = 3;
  return (
    <Card>
      <Stack gap="tight">
        <p className={styles.instruction} role="status">
          {instructionOf(view)}
        </p>
        {isMoving && (
          <>
            <Segments
              filled={(view.place - 1) * FRAMES_EACH + view.framesTaken}
              total={movements * FRAMES_EACH}
              label={words.camera.place(view.place, movements)}
            />
            <div className={styles.below}>
              <span>{words.camera.place(view.place, movements)}</span>
              <span role="timer">{words.camera.timeLeft(minutesText(view.secondsLeft))}</span>
            </div>
          </>
        )}
      </Stack>
    </Card>
  );
}

function instructionOf(view: CameraView): string {
  switch (view.phase) {
    case 'opening':
      return words.camera.opening;
    case 'loading':
      return words.camera.loading(words.guideSize);
    case 'facing':
      return words.advice[view.advice ?? 'no_face'];
    case 'moving':
      return view.advice ? words.advice[view.advice] : words.gestures[view.gesture];
    default:
      return '';
  }
}
