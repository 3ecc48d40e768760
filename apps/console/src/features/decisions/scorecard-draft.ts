import { numberOf } from '../set-up/draft.ts';
import { CHARACTERISTICS, type Characteristic } from '../set-up/scorecard-fields.ts';

/** SMS are read only for a scorecard that has bands for them. */
const OPTIONAL: Characteristic = 'moneyReceivedKwacha';

/** A band as it is typed. The key stays with its row while others come and go. */
export type BandDraft = { key: number; from: string; points: string };

export type ScorecardDraft = {
  basePoints: string;
  approveFromPoints: string;
  referFromPoints: string;
  bands: Readonly<Record<Characteristic, readonly BandDraft[]>>;
};

type ScorecardForm = {
  basePoints: number;
  approveFromPoints: number;
  referFromPoints: number;
  bands: Partial<Record<Characteristic, { from: number; points: number }[]>>;
};

export function scorecardDraftOf(content: unknown): ScorecardDraft {
  const { basePoints, approveFromPoints, referFromPoints, bands } = content as ScorecardForm;
  return {
    basePoints: String(basePoints),
    approveFromPoints: String(approveFromPoints),
    referFromPoints: String(referFromPoints),
    bands: Object.fromEntries(
      CHARACTERISTICS.map(({ name }) => [
        name,
        (bands[name] ?? []).map(({ from, points }, key) => ({
          key,
          from: String(from),
          points: String(points),
        })),
      ]),
    ) as unknown as ScorecardDraft['bands'],
  };
}

export function scorecardContentOf(draft: ScorecardDraft): Record<string, unknown> {
  const named = CHARACTERISTICS.filter(({ name }) => name !== OPTIONAL || draft.bands[name].length > 0);
  return {
    basePoints: numberOf(draft.basePoints),
    approveFromPoints: numberOf(draft.approveFromPoints),
    referFromPoints: numberOf(draft.referFromPoints),
    bands: Object.fromEntries(
      named.map(({ name }) => [
        name,
        draft.bands[name].map(({ from, points }) => ({ from: numberOf(from), points: numberOf(points) })),
      ]),
    ),
  };
}
