/** A language that can be chosen besides English. */
export type OfferedLanguage = { tag: string; name: string; isDraft: boolean };

/** The languages that the server has written into the page. With English alone it writes nothing. */
export function languagesOn(): readonly OfferedLanguage[] {
  const told = globalThis.document?.querySelector<HTMLMetaElement>('meta[name=languages]')?.content;
  return told === undefined ? [] : (JSON.parse(told) as OfferedLanguage[]);
}
