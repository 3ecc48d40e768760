import { useEffect, useRef, useState } from 'react';
import styles from './turntable.module.css';
import type { SpinningWheel } from './wheel-canvas.ts';

const REDUCED_MOTION = '(prefers-reduced-motion)';
/** On a page out of sight nothing turns: what was drawn is told all the same. */
const LONGEST_TURN_MS = 15_000;

/** `told`: it stands where it stopped. */
export type Turning = 'resting' | 'turning' | { stopAt: number } | 'told';

/**
 * The wheel to look at: what it shows is told beside it in words. It turns while nobody knows the prize, and then slows
 * down to it. Whoever wants no motion, or has not got its code, is told at once.
 */
export function Wheel({
  names,
  turning,
  onStopped,
}: {
  names: readonly string[];
  turning: Turning;
  onStopped: () => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  const [wheel, setWheel] = useState<SpinningWheel>();
  const isMoving = useRef(false);
  const stopped = useRef(onStopped);
  useEffect(() => {
    stopped.current = onStopped;
  });

  useEffect(() => {
    let isHere = true;
    import('./wheel-canvas.ts').then(
      ({ theWheel }) => {
        if (!isHere) return;
        const arrived = theWheel();
        place.current?.append(arrived.element);
        setWheel(arrived);
      },
      // Without it the list of prizes and the result in words are still there.
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, []);

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
