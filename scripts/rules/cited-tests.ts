/** A test as a page names it: the file in backticks, then the name of the test. Without a name it is a file only. */
export type Citation = { file: string; name: string | undefined };

const CITATION = /^`(?<file>[^`]+)`(?: (?<name>\S.*))?$/;

/** What a cell of a table cites, separated by `<br>`. Undefined for other text. */
export function citationsIn(cell: string): Citation[] | undefined {
  const found = cell.split('<br>').map((part) => CITATION.exec(part)?.groups);
  if (!found.every((groups) => groups !== undefined)) return undefined;
  return found.map(({ file, name }) => ({ file: file!, name }));
}

/** The names of the tests in a file, without skipped tests and tests that run alone. */
export function testNamesIn(source: string): Set<string> {
  const named = /(?:\btest\(|\)\()\s*(?:'([^'\n]+)'|"([^"\n]+)"|`([^`\n]+)`),\s*(?:async\s*)?\(/g;
  return new Set([...source.matchAll(named)].map((found) => found.slice(1).find((name) => name) ?? ''));
}
