import { serveEmptyReactPage } from './empty-react-page.ts';
import { median } from './figures.ts';
import { atLeast, atMost, type Judged, milliseconds } from './judged.ts';
import { runLighthouse } from './lighthouse.ts';

/**
 * 400 kbit/s, 400 ms and a processor six times slower, applied to the browser. Lighthouse's simulated throttling
 * would count scripts that the first paint does not wait for.
 */
const SLOW_3G = {
  throttlingMethod: 'devtools',
  throttling: {
    rttMs: 400,
    throughputKbps: 400,
    requestLatencyMs: 400,
    downloadThroughputKbps: 400,
    uploadThroughputKbps: 400,
    cpuSlowdownMultiplier: 6,
  },
} as const;

/** The page on a slow phone, in turns with a page of React that shows nothing but a heading. */
export async function judgeSlowPhone(url: string, turns: number): Promise<Judged[]> {
  const reference = await serveEmptyReactPage();
  const ours: { performance: number; firstPaintMs: number }[] = [];
  const empty: { firstPaintMs: number }[] = [];
  try {
    for (let turn = 0; turn < turns; turn += 1) {
      ours.push(await runLighthouse(url, SLOW_3G));
      empty.push(await runLighthouse(reference.url, SLOW_3G));
    }
  } finally {
    reference.stop();
  }
  const paintMs = median(ours.map(({ firstPaintMs }) => firstPaintMs));
  const emptyPaintMs = median(empty.map(({ firstPaintMs }) => firstPaintMs));
  console.log(
    `slow 3G: performance ${ours.map(({ performance }) => performance).join(', ')}; first paint ${milliseconds(paintMs)}, of an empty React page ${milliseconds(emptyPaintMs)}`,
  );
  return [
    atLeast('slow 3G: performance', median(ours.map(({ performance }) => performance)), 85),
    atMost('slow 3G: first paint, of that of an empty React page', paintMs / emptyPaintMs, 0.75, (ratio) =>
      ratio.toFixed(2),
    ),
  ];
}
