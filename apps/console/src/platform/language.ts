const LANGUAGES: Readonly<Record<string, string>> = { en: 'English', ny: 'Nyanja', bem: 'Bemba' };

/** "Nyanja" of `ny`. */
export function languageTitle(language: string): string {
  return LANGUAGES[language] ?? language;
}
