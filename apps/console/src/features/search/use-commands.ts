import { useLocation } from 'wouter';
import { useActionGroups } from '../../platform/actions.ts';
import { sentenceOf } from '../../platform/call-failure.ts';
import { useKeyGroups } from '../../platform/keys.ts';
import { signOut } from '../../platform/sign-in.ts';
import { showToast } from '../../platform/toasts.ts';
import type { Command } from './commands.ts';

export type FoundPage = { path: string; title: string };

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
    run: () => void signOut().catch((failure: unknown) => showToast(sentenceOf(failure))),
  };
  // Two lists on one page have the same keys: the one that was shown last has them.
  const all = [...ofKeys, ...ofMenus, ...ofPages, ofPerson];
  return [...new Map(all.map((command) => [command.name, command])).values()];
}
