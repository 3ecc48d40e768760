import { LuckyWheel } from 'lucky-canvas';

export type SpinningWheel = {
  element: HTMLElement;
  /** Draws the wheel at rest; with a prize's place, turned to it. */
  show(names: readonly string[], stoppedAt?: number): void;
  /** Turns until `stopAt` is called. */
  start(): void;
  /** Slows down to the prize at this place, and resolves when the wheel has stopped. */
  stopAt(place: number): Promise<void>;
  /** Stops where it is. */
  halt(): void;
};

const TURNING = { speed: 20, accelerationTime: 2500, decelerationTime: 2500 };
const LONGEST_LINE = 10;
/** The resolution of the drawing. The style sheet sets its size on the screen. */
const SIZE = '8rem';
/** The library needs measured frames to slow down, and never ends without any. */
const FRAMES_BEFORE_STOP = 3;

let wheel: SpinningWheel | undefined;

/** The library never removes its window listeners, so there is only one wheel for all pages. */
export function theWheel(): SpinningWheel {
  wheel ??= createWheel();
  return wheel;
}

function createWheel(): SpinningWheel {
  const element = document.createElement('div');
  let onStopped = () => {};
  const lucky = new LuckyWheel(
    { divElement: element },
    {
      width: SIZE,
      height: SIZE,
      blocks: [
        { padding: '0.16rem', background: token('--wheel-rim') },
        { padding: '0.06rem', background: token('--wheel-ring') },
      ],
      prizes: [],
      buttons: [
        { radius: '17%', background: token('--wheel-ring'), pointer: true },
        { radius: '13%', background: token('--wheel-hub') },
      ],
      end: () => onStopped(),
    },
  );

  function show(names: readonly string[], stoppedAt?: number): void {
    const degrees = 360 / names.length;
    Object.assign(lucky, {
      prizes: names.map((name, place) => fieldOf(name, place, names.length)),
      defaultConfig: { ...TURNING, offsetDegree: stoppedAt === undefined ? 0 : -(stoppedAt + 0.5) * degrees },
    });
  }

  return {
    element,
    show,
    start: () => lucky.play(),
    async stopAt(place) {
      for (let frame = 0; frame < FRAMES_BEFORE_STOP; frame += 1) await nextFrame();
      await new Promise<void>((resolve) => {
        onStopped = resolve;
        lucky.stop(place);
      });
    },
    halt: () => lucky.stop(-1),
  };
}

function fieldOf(name: string, place: number, places: number) {
  const isLastBesideFirst = places % 2 === 1 && place === places - 1;
  const [background, fontColor] = isLastBesideFirst
    ? [token('--wheel-sand'), token('--wheel-ink')]
    : place % 2 === 0
      ? [token('--wheel-green'), token('--on-dark')]
      : [token('--wheel-cream'), token('--wheel-ink')];
  const text = linesOf(name).join('\n');
  return {
    background,
    fonts: [
      {
        text,
        top: '14%',
        fontColor,
        fontSize: '0.34rem',
        lineHeight: '0.4rem',
        fontWeight: '700',
        wordWrap: false,
      },
    ],
  };
}

/** A field is narrow, and the library breaks words anywhere. */
function linesOf(name: string): string[] {
  const lines: string[] = [];
  for (const word of name.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= LONGEST_LINE)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => resolve()));
}
