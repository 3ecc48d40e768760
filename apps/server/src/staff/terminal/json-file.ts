import { readFile } from 'node:fs/promises';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';

/** What a JSON file holds. */
export async function readJsonFile(file: string): Promise<Outcome<unknown, 'no_file' | 'not_json'>> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return refuse('no_file');
  try {
    return allow(JSON.parse(text));
  } catch {
    return refuse('not_json');
  }
}
