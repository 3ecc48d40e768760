/** A line of a journal while it is typed. */
export type TypedLine = { key: number; code: string; debit: string; credit: string };
export type LineProblems = { code?: string; debit?: string; credit?: string };

const AMOUNT = /^\d{1,12}(\.\d{1,2})?$/;

export function emptyLine(key: number): TypedLine {
  return { key, code: '', debit: '', credit: '' };
}

/** An amount as people type it, "1,150.50", in ngwee. Undefined for what is none. */
function ngweeOf(text: string): number | undefined {
  const bare = text.trim().replaceAll(/[,\s]/g, '').replace(/^K/i, '');
  return AMOUNT.test(bare) ? Math.round(Number(bare) * 100) : undefined;
}

/** The sums of both sides, in kwacha, of what is typed so far. */
export function sumsOf(lines: readonly TypedLine[]): { debit: number; credit: number; apart: number } {
  const sum = (side: 'debit' | 'credit') =>
    lines.reduce((total, line) => total + (ngweeOf(line[side]) ?? 0), 0);
  const [debit, credit] = [sum('debit'), sum('credit')];
  return { debit: debit / 100, credit: credit / 100, apart: Math.abs(debit - credit) / 100 };
}

/** What is wrong with each line that is not empty, by its key. */
export function problemsOf(lines: readonly TypedLine[]): ReadonlyMap<number, LineProblems> {
  const found = new Map<number, LineProblems>();
  for (const line of lines) {
    const problems = problemsOfLine(line);
    if (Object.keys(problems).length > 0) found.set(line.key, problems);
  }
  return found;
}

function problemsOfLine(line: TypedLine): LineProblems {
  const { code, debit, credit } = line;
  if (isEmpty(line)) return {};
  const problems: LineProblems = {};
  if (code === '') problems.code = 'Choose an account.';
  for (const side of ['debit', 'credit'] as const) {
    const text = line[side].trim();
    if (text !== '' && !(ngweeOf(text) ?? 0)) problems[side] = 'Write an amount like 1150.50.';
  }
  if (debit.trim() !== '' && credit.trim() !== '') problems.credit = 'A line has one side only.';
  if (debit.trim() === '' && credit.trim() === '') problems.debit = 'Write a debit or a credit.';
  return problems;
}

function isEmpty({ code, debit, credit }: TypedLine): boolean {
  return code === '' && debit.trim() === '' && credit.trim() === '';
}

/** The lines for the call. Those that are empty are left out. */
export function writtenLines(lines: readonly TypedLine[]) {
  const kwacha = (text: string) => (text.trim() === '' ? null : (ngweeOf(text) ?? 0) / 100);
  return lines
    .filter((line) => !isEmpty(line))
    .map(({ code, debit, credit }) => ({ code, debit: kwacha(debit), credit: kwacha(credit) }));
}
