import { toldByPage } from './told-by-page.ts';

/** A language that can be chosen besides English. */
type OfferedLanguage = { tag: string; name: string; isDraft: boolean };

export function languagesOn(): readonly OfferedLanguage[] {
  return JSON.parse(toldByPage('languages') ?? '[]') as OfferedLanguage[];
}
