import { session } from './session.ts';
import { speak } from './speak.ts';

/**
 * Changes the language of the app, which is drawn again. Answers with texts of the server are asked for again, those in
 * sight at once. Rejects when the language does not load.
 */
export async function chooseLanguage(tag: string): Promise<void> {
  await speak(tag);
  session.setState({ lang: tag });
  const { queryClient } = await import('./query.ts');
  queryClient.removeQueries({ type: 'inactive' });
  await queryClient.invalidateQueries();
}
