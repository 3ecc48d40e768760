/** What a demo with a year of history has where its settings say nothing else. Without them two of its pages are empty. */
const SETTINGS = {
  COLLECTION_AGENCIES: ['Demo Collection Agency Ltd'],
  SMS_PART_NGWEE: 35,
};

/** The settings of a history that the lender left out. */
export function settingsOfHistory(
  { DEMO_HISTORY }: { DEMO_HISTORY: 'year' | 'none' },
  variables: Readonly<Record<string, string | undefined>>,
): Partial<typeof SETTINGS> {
  if (DEMO_HISTORY === 'none') return {};
  return Object.fromEntries(Object.entries(SETTINGS).filter(([name]) => variables[name] === undefined));
}
