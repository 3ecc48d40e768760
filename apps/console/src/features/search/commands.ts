/** A page to go to, or something to do on the page that is shown. */
export type Command = { name: string; text: string; note: string; keys: string | undefined; run: () => void };

/** The words of a text, small and without what stands between them. */
const wordsIn = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Those of which each typed word begins a word, in any order. A number is that of a record, and finds no command. */
export function fittingCommands(commands: readonly Command[], typed: string): Command[] {
  if (/^[^\p{L}]+$/u.test(typed)) return [];
  const wanted = wordsIn(typed);
  return commands.filter(({ text, note }) => {
    const words = wordsIn(`${text} ${note}`);
    return wanted.every((word) => words.some((other) => other.startsWith(word)));
  });
}

/** Those that were used last stand first, the others as they were. */
export function recentFirst(commands: readonly Command[], recent: readonly string[]): Command[] {
  const placeOf = ({ name }: Command) => {
    const at = recent.indexOf(name);
    return at === -1 ? recent.length : at;
  };
  return commands.toSorted((one, other) => placeOf(one) - placeOf(other));
}
