/**
 * What a borrower is asked to do before the camera. Left and right are the borrower's own: at `left` the borrower turns the
 * head to their left, and in a camera picture that is not mirrored the nose moves to the right side of the picture.
 */
export const GESTURES = ['left', 'right', 'nod'] as const;
export type Gesture = (typeof GESTURES)[number];

/**
 * How a head is held, in radians. `yaw` is negative where the borrower turns to their left. `pitch` grows as the chin goes
 * down.
 */
export type HeadAngles = { yaw: number; pitch: number; roll: number };

export type GestureRules = {
  /** The farthest frame of a turn is turned at least this far. */
  turnedYaw: number;
  /** From the farthest frame of one turn to that of the other. */
  turnSpread: number;
  /** From the frame of the nod with the highest chin to the one with the lowest. */
  nodSpread: number;
};

/** Whether the frames show the movements that they are meant to show. A picture that is held still shows none. */
export function followsGestures(
  frames: Readonly<Record<Gesture, readonly HeadAngles[]>>,
  rules: GestureRules,
): boolean {
  if (GESTURES.some((gesture) => frames[gesture].length === 0)) return false;
  const leftYaw = Math.min(...frames.left.map(({ yaw }) => yaw));
  const rightYaw = Math.max(...frames.right.map(({ yaw }) => yaw));
  const pitches = frames.nod.map(({ pitch }) => pitch);
  return (
    leftYaw <= -rules.turnedYaw &&
    rightYaw >= rules.turnedYaw &&
    rightYaw - leftYaw >= rules.turnSpread &&
    Math.max(...pitches) - Math.min(...pitches) >= rules.nodSpread
  );
}

/** The three movements in an order that cannot be foreseen. `random` answers a whole number from 0 up to its argument. */
export function shuffledGestures(random: (below: number) => number): Gesture[] {
  const shuffled: Gesture[] = [...GESTURES];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = random(last + 1);
    [shuffled[last], shuffled[other]] = [shuffled[other]!, shuffled[last]!];
  }
  return shuffled;
}
