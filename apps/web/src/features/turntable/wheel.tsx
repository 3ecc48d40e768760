import { type RefObject, useEffect, useRef, useState } from 'react';
import styles from './turntable.module.css';
import type { SpinningWheel } from './wheel-canvas.ts';

const REDUCED_MOTION = '(prefers-reduced-motion)';
/** A hidden page draws no turning wheel: after this time the prize is shown all the same. */
const LONGEST_TURN_MS = 15_000;

/** `told`: the wheel has stopped and the prize is shown. */
export type Turning = 'resting' | 'turning' | { stopAt: number } | 'told';

type WheelProps = { names: readonly string[]; turning: Turning; onStopped: () => void };

/**
 * The drawn wheel. What it shows is also said in words beside it. It turns until the prize is decided, and then slows
 * down to it. With reduced motion, or before its code has arrived, it shows the prize at once.
 */
export function Wheel({ names, turning, onStopped }: WheelProps) {
  const place = useRef<HTMLDivElement>(null);
  const wheel = useSpinningWheel(place);
  const isMoving = useRef(false);
  const stopped = useRef(onStopped);
  useEffect(() => {
    stopped.current = onStopped;
  });

  const drawn = names.join('\n');
  useEffect(() => {
    wheel?.show(drawn.split('\n'));
  }, [wheel, drawn]);

  useEffect(() => {
    if (turning === 'told') return;
    if (turning === 'resting') {
      if (isMoving.current) wheel?.halt();
      isMoving.current = false;
      return;
    }
    if (turning === 'turning') {
      isMoving.current = wheel !== undefined && !matchMedia(REDUCED_MOTION).matches;
      if (isMoving.current) wheel?.start();
      return;
    }
    if (!isMoving.current) {
      wheel?.show(drawn.split('\n'), turning.stopAt);
      stopped.current();
      return;
    }
    isMoving.current = false;
    let isAwaited = true;
    const tell = () => {
      if (isAwaited) stopped.current();
      isAwaited = false;
    };
    const timer = setTimeout(tell, LONGEST_TURN_MS);
    void wheel?.stopAt(turning.stopAt).then(tell);
    return () => {
      isAwaited = false;
      clearTimeout(timer);
    };
  }, [turning, wheel, drawn]);

  return <div ref={place} className={styles.wheel} aria-hidden="true" />;
}

/** The canvas of the wheel, once its code has arrived. */
function useSpinningWheel(place: RefObject<HTMLDivElement | null>): SpinningWheel | undefined {
  const [wheel, setWheel] = useState<SpinningWheel>();
  useEffect(() => {
    let isHere = true;
    import('./wheel-canvas.ts').then(
      ({ theWheel }) => {
        if (!isHere) return;
        const arrived = theWheel();
        place.current?.append(arrived.element);
        setWheel(arrived);
      },
      // Without the wheel, the list of prizes and the result in words are still shown.
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [place]);
  return wheel;
}
