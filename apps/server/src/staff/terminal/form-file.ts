import { z } from 'zod';
import { readJsonFile } from './json-file.ts';

/** A form in a file, or the line that says what is wrong with it. */
export async function readFormFile<Form>(
  file: string,
  form: z.ZodType<Form>,
): Promise<{ form: Form } | { problem: string }> {
  const given = await readJsonFile(file);
  if (!given.ok) {
    const problem = given.refusal === 'no_file' ? `there is no file ${file}` : `${file} is not JSON`;
    return { problem: `Nothing was changed: ${problem}.` };
  }
  const parsed = form.safeParse(given.value);
  return parsed.success
    ? { form: parsed.data }
    : { problem: `Nothing was changed: ${z.prettifyError(parsed.error).replaceAll(/\s+/g, ' ')}` };
}
