import { readFileSync } from 'node:fs';
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

function contentOf(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new BadSetting(
      `The file that ${name} names cannot be read: ${(error as NodeJS.ErrnoException).code}.`,
    );
  }
}
