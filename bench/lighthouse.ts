import lighthouse from 'lighthouse';
import { freePort } from '../apps/server/src/platform/ports.ts';
import { launchBrowser } from '../e2e/support/browser.ts';

export type LighthouseRun = {
  performance: number;
  accessibility: number;
  bestPractices: number;
  firstPaintMs: number;
  largestPaintMs: number;
  layoutShift: number;
  blockingMs: number;
  findings: string[];
};

/** One visit with an empty browser. Lighthouse judges it as a phone of its own or of the given settings. */
export async function runLighthouse(
  url: string,
  settings: Parameters<typeof lighthouse>[1] = {},
): Promise<LighthouseRun> {
  const port = await freePort();
  const browser = await launchBrowser([`--remote-debugging-port=${port}`]);
  try {
    const result = await lighthouse(url, {
      port,
      logLevel: 'error',
      onlyCategories: ['performance', 'accessibility', 'best-practices'],
      ...settings,
    });
    const { audits, categories } = result!.lhr;
    const score = (category: string) => Math.round((categories[category]?.score ?? 0) * 100);
    const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
    const judgedAudits = ['accessibility', 'best-practices'].flatMap((name) => categories[name]!.auditRefs);
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
      firstPaintMs: value('first-contentful-paint'),
      largestPaintMs: value('largest-contentful-paint'),
      layoutShift: value('cumulative-layout-shift'),
      blockingMs: value('total-blocking-time'),
      findings: judgedAudits.flatMap(({ id, weight }) =>
        weight > 0 && audits[id]?.score === 0 ? [`${id}: ${audits[id].title}`] : [],
      ),
    };
  } finally {
    await browser.close();
  }
}
