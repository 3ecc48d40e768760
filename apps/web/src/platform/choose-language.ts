import { call } from './call.ts';
import { session } from './session.ts';
import { speak } from './speak.ts';

/**
 * Changes the language of the app, and of the messages to a borrower who is signed in. Rejects when the language does
 * not load.
 */
export async function chooseLanguage(tag: string): Promise<void> {
  await changeLanguage(tag);
  if (session.getState().token === null) return;
  // Without an answer, the messages change with the next sign-in.
  call('chooseLanguage', { body: { language: tag } }, { failureShownBy: 'background' }).catch(
    () => undefined,
  );
}

/** Draws the app again. Answers with texts of the server are asked for again, those in sight at once. */
export async function changeLanguage(tag: string): Promise<void> {
  await speak(tag);
  session.setState({ lang: tag });
  const { queryClient } = await import('./query.ts');
  queryClient.removeQueries({ type: 'inactive' });
  void queryClient.invalidateQueries();
}
