import { readFileSync } from 'node:fs';

/** What a lender sets for its own app, in one file. */
export type LenderSettings = {
  /** The name under the icon. */
  name: string;
  applicationId: string;
  /** Scheme, host and port of the lender's site. */
  origin: string;
  versionCode: number;
  versionName: string;
  readsMessages?: boolean;
  googleClientId?: string;
};

export const FLAVOURS = ['store', 'direct'] as const;
export type Flavour = (typeof FLAVOURS)[number];

export function readSettings(file: string): LenderSettings {
  return JSON.parse(readFileSync(file, 'utf8'));
}
