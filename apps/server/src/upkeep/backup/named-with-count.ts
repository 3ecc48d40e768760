const NAMES_IN_A_LINE = 20;

/** How many these are, and their names as far as a line is readable with them. */
export function namedWithCount(names: readonly string[]): string {
  const named = names.slice(0, NAMES_IN_A_LINE).join(', ');
  const left = names.length - NAMES_IN_A_LINE;
  return `${names.length} (${named}${left > 0 ? `, and ${left} more` : ''})`;
}
