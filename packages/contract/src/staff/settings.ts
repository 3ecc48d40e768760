import { z } from 'zod';
import { instant, visibleText } from '../fields.ts';
import { versionOf, waitingChange } from './kept-version.ts';
import { LENDER_SETTINGS, type LenderSetting } from './lender-settings.ts';
import { reason } from './people.ts';
import { digest, filed, preview } from './preview.ts';

const setting = z.enum(LENDER_SETTINGS as [LenderSetting, ...LenderSetting[]]);

/** The text of each field, as it is written in the form. */
const texts = z.record(z.string().max(40), visibleText(200));

/** A field of a setting with its value in words. */
const shownValue = z.object({ title: z.string(), text: z.string() });

/** `never_counted`: another version was approved before its instant came. */
const SETTING_STATES = ['planned', 'running', 'earlier', 'never_counted'] as const;

const version = z.object({
  ...versionOf,
  state: z.enum(SETTING_STATES),
  effectiveFrom: instant,
  values: z.array(shownValue),
});

const shownSetting = {
  setting,
  /** What counts now. */
  values: z.array(shownValue),
  texts,
  /** Null while the value of the environment counts, because the setting has no version of its own. */
  running: z.object({ ...versionOf, effectiveFrom: instant }).nullable(),
  planned: z.object({ version: z.int(), effectiveFrom: instant }).nullable(),
  waiting: waitingChange.nullable(),
};

const change = z.object({
  texts,
  /** The instant from which it counts. Null: from when a second person approves it. */
  effectiveFrom: instant.nullable(),
});

const params = z.object({ setting });

/** The settings of the lender that are data: each with its versions, changed by two people. */
export const settings = {
  listSettings: { output: z.object({ items: z.array(z.object(shownSetting)) }) },
  getSetting: { params, output: z.object({ ...shownSetting, versions: z.array(version) }) },
  previewSetting: {
    params,
    body: change,
    output: z.object({
      /** Why it cannot be asked for, and the field that it is about. */
      problem: z.object({ field: z.string(), sentence: z.string() }).nullable(),
      /** Null while there is a problem, or nothing differs. */
      preview: preview.nullable(),
    }),
  },
  askForSetting: { params, body: change.extend({ reason, digest }), output: filed },
};
