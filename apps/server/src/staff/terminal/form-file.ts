import { readFile } from 'node:fs/promises';
import { z } from 'zod';

/** A form in a file, or the line that says what is wrong with it. */
export async function readFormFile<Form>(
  file: string,
  form: z.ZodType<Form>,
): Promise<{ form: Form } | { problem: string }> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return { problem: `Nothing was changed: there is no file ${file}.` };
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return { problem: `Nothing was changed: ${file} is not JSON.` };
  }
  const parsed = form.safeParse(given);
  return parsed.success
    ? { form: parsed.data }
    : { problem: `Nothing was changed: ${z.prettifyError(parsed.error).replaceAll(/\s+/g, ' ')}` };
}
