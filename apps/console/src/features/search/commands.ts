import { useLocation } from 'wouter';
import { useActionGroups } from '../../platform/actions.ts';
import { useKeyGroups } from '../../platform/keys.ts';
import { signOut } from '../../platform/sign-in.ts';

export type FoundPage = { path: string; title: string };

/** A page to go to, or something to do on the page that is shown. */
export type Command = { name: string; text: string; note: string; keys: string | undefined; run: () => void };

/** The keys of the shell open this box, or lead to pages that stand in it anyway. */
const LEFT_OUT = ['Everywhere', 'Go to'];

/**
 * What this person can do now: on the page that is shown first, then the pages that they may open. The keys and the menus of
 * a page offer only what its person may do, and so does the box.
 */
export function useCommands(pages: readonly FoundPage[]): readonly Command[] {
  const [, navigate] = useLocation();
  const ofMenus = useActionGroups().flatMap(({ title, actions }) =>
    actions.map(({ text, run }) => ({
      name: `do ${title} ${text}`,
      text,
      note: title,
      keys: undefined,
      run,
    })),
  );
  const ofKeys = useKeyGroups()
    .filter(({ title }) => !LEFT_OUT.includes(title))
    .flatMap(({ title, keys }) =>
      keys
        .filter(({ isMove }) => !isMove)
        .map(({ keys: pressed, does, run }) => ({
          name: `do ${title} ${does}`,
          text: does,
          note: title,
          keys: pressed,
          run,
        })),
    );
  const ofPages = pages
    .filter(({ path }) => !path.includes(':'))
    .map(({ path, title }) => ({
      name: path,
      text: title,
      note: 'page',
      keys: undefined,
      run: () => navigate(path),
    }));
  const ofPerson: Command = {
    name: 'sign out',
    text: 'Sign out',
    note: 'your account',
    keys: undefined,
    run: () => void signOut(),
  };
  return [...ofKeys, ...ofMenus, ...ofPages, ofPerson];
}

/** The words of a text, small and without what stands between them. */
const wordsIn = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Those of which each typed word begins a word, in any order. */
export function fittingCommands(commands: readonly Command[], typed: string): Command[] {
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
