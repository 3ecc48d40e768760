import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { fail } from '../../../scripts/project.mjs';

/** The highest version code that Google Play takes. */
const HIGHEST_VERSION_CODE = 2_100_000_000;

const colour = z.string().regex(/^#[0-9a-f]{6}$/i, 'is a colour as #b8561a');
const settingsSchema = z.strictObject({
  name: z.string().trim().min(1, 'is the name under the icon').max(30, 'has at most 30 characters'),
  applicationId: z
    .string()
    .max(100)
    .regex(
      /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/,
      'has two or more words of a–z, 0–9 and _, joined by dots, as zm.example.wallet',
    ),
  origin: z
    .string()
    .refine(isOrigin, 'is https:// and a host, and a port if it has one, as https://app.example.zm'),
  versionCode: z.int().min(1).max(HIGHEST_VERSION_CODE),
  versionName: z
    .string()
    .regex(/^[0-9A-Za-z.+-]{1,30}$/, 'has 1 to 30 letters, digits, dots and signs, as 1.0'),
  icon: z
    .string()
    .regex(/\.(svg|png)$/, 'is the path of an SVG or PNG file, from the folder of the settings'),
  colours: z.strictObject({
    /** Behind the icon. */
    icon: colour,
    /** Behind the page until it is drawn. */
    light: colour,
    dark: colour,
  }),
  readsMessages: z.boolean().default(false),
  google: z
    .strictObject({
      clientId: z.string().regex(/^[0-9A-Za-z-]+\.apps\.googleusercontent\.com$/, 'is a client id of Google'),
    })
    .optional(),
  keyAlias: z.string().min(1).max(100).default('thumba'),
});

/** What a lender sets for its own app, in one file. docs/android-app.md says what each field means. */
export type LenderSettings = z.infer<typeof settingsSchema>;

export const FLAVOURS = ['store', 'direct'] as const;
export type Flavour = (typeof FLAVOURS)[number];

/** The settings of a file, with the icon's path resolved. A field that is not right ends the build with a sentence. */
export function readSettings(file: string): LenderSettings {
  const { settings, faults } = checkedSettings(jsonOf(file));
  if (settings === undefined) return fail(`${file} is not as it must be:\n  ${faults.join('\n  ')}`);
  const icon = resolve(dirname(file), settings.icon);
  if (!existsSync(icon)) return fail(`${file} is not as it must be:\n  icon: ${icon} does not exist`);
  return { ...settings, icon };
}

/** The settings, or a sentence for each field that is not right. */
export function checkedSettings(json: unknown): { settings?: LenderSettings; faults: string[] } {
  const { data, error } = settingsSchema.safeParse(json);
  if (data !== undefined) return { settings: data, faults: [] };
  const faults = error.issues.map(({ path, message }) => {
    const sentence = message.endsWith('received undefined') ? 'is missing' : message;
    return `${path.join('.') || 'the file'}: ${sentence}`;
  });
  return { faults };
}

function jsonOf(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return fail(`${file} cannot be read as JSON: ${error instanceof Error ? error.message : error}`);
  }
}

function isOrigin(text: string): boolean {
  const address = URL.parse(text);
  return address?.protocol === 'https:' && address.origin === text;
}
