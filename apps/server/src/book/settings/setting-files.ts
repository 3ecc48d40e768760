import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { BadSetting } from './refused-settings.ts';

/** The variables that are set. `NAME_FILE` names a file that holds the value of `NAME`, for each name in `settings`. */
export function withFiles(
  variables: Record<string, string | undefined>,
  settings: object,
): Record<string, string> {
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined || value === '') continue;
    const setting = name.slice(0, -'_FILE'.length);
    if (!name.endsWith('_FILE') || !(setting in settings)) {
      given[name] = value;
      continue;
    }
    if (variables[setting]) throw new BadSetting(`Set either ${setting} or ${name}, not both.`);
    given[setting] = contentOf(name, value);
  }
  return given;
}

/** The settings of this shape, for what needs no others. */
export function readShape<Shape extends z.ZodObject>(
  shape: Shape,
  variables: Record<string, string | undefined>,
): z.output<Shape> {
  const read = shape.safeParse(withFiles(variables, shape.shape));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new BadSetting(`${issue!.path.join('.')} is wrong: ${issue!.message}`);
}

function contentOf(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new BadSetting(
      `The file that ${name} names cannot be read: ${(error as NodeJS.ErrnoException).code}.`,
    );
  }
}
