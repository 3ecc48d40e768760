import styles from './chart.module.css';
import type { ChartKind } from './chart-data.ts';

/**
 * Each series has a colour and, besides it, a pattern or a kind of line, so that people who see no difference between
 * two of the colours tell them apart. The colours also differ in lightness.
 */
const INKS = 6;

/** The class of a series: its colour. */
export function inkOf(index: number): string {
  return styles[`ink${index % INKS}`]!;
}

/** What an area of a series is filled with, on top of its colour. The first one is plain. */
export function patternOf(index: number): string | undefined {
  return index % INKS === 0 ? undefined : `url(#chart-pattern-${index % INKS})`;
}

const DASHES = ['none', '6 4', '2 3', '10 4 2 4', '1 4', '12 5'];

export function dashOf(index: number): string {
  return DASHES[index % INKS]!;
}

const STROKES: readonly (string | undefined)[] = [
  undefined,
  'M0 8 L8 0',
  'M0 4 H8',
  'M0 0 L8 8',
  'M4 0 V8',
  'M0 8 L8 0 M0 0 L8 8',
];

/** The patterns of the page. Several charts have the same ones under the same names. */
export function ChartPatterns() {
  return (
    <defs>
      {STROKES.map(
        (path, index) =>
          path && (
            <pattern
              key={path}
              id={`chart-pattern-${index}`}
              width="8"
              height="8"
              patternUnits="userSpaceOnUse"
            >
              <path d={path} className={styles.stroke} />
            </pattern>
          ),
      )}
    </defs>
  );
}

const SWATCH = 14;

export function ChartLegend({ kind, names }: { kind: ChartKind; names: readonly string[] }) {
  if (names.length < 2) return null;
  return (
    <ul className={styles.legend} aria-hidden="true">
      {names.map((name, index) => (
        <li key={name}>
          <svg
            width={kind === 'lines' ? 2 * SWATCH : SWATCH}
            height={SWATCH}
            className={inkOf(index)}
            aria-hidden="true"
          >
            {kind === 'lines' ? (
              <line
                className={styles.line}
                x1="0"
                x2={2 * SWATCH}
                y1={SWATCH / 2}
                y2={SWATCH / 2}
                strokeDasharray={dashOf(index)}
              />
            ) : (
              <Area index={index} x={0} y={0} width={SWATCH} height={SWATCH} />
            )}
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}

type AreaProps = { index: number; x: number; y: number; width: number; height: number };

/** A rectangle in the colour of a series with its pattern. */
export function Area({ index, ...box }: AreaProps) {
  const pattern = patternOf(index);
  return (
    <>
      <rect className={styles.area} {...box} />
      {pattern && <rect fill={pattern} {...box} />}
    </>
  );
}
