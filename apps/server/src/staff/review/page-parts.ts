import { escaped } from '../../platform/api-page/html-text.ts';
import { instantText } from '../../platform/date-text.ts';

/** A row of a table: a title and what stands beside it, as it is; it is marked where it needs attention. */
export type Row = { title: string; value: string; isMarked?: boolean };

/** A part with a name of its own can be reached from the top of the page. */
export function part(title: string, content: string, name?: string): string {
  const id = name === undefined ? '' : ` id="${name}"`;
  return `<section${id}><h2>${escaped(title)}</h2>\n${content}\n</section>`;
}

/** A part that is closed until it is asked for. */
export function closedPart(title: string, content: string): string {
  return `<section><details><summary><h2>${escaped(title)}</h2></summary>\n${content}\n</details></section>`;
}

export function tableOf(rows: readonly Row[]): string {
  if (rows.length === 0) return '<p>There is nothing.</p>';
  const lines = rows.map(
    ({ title, value, isMarked }) =>
      `<tr${isMarked ? ' class="marked"' : ''}><th scope="row">${escaped(title)}</th><td>${escaped(value)}</td></tr>`,
  );
  return `<table>${lines.join('\n')}</table>`;
}

export function listOf(lines: readonly string[], otherwise: string): string {
  if (lines.length === 0) return `<p>${escaped(otherwise)}</p>`;
  return `<ul>${lines.map((line) => `<li>${escaped(line)}</li>`).join('\n')}</ul>`;
}

export function percentOf(share: number): string {
  return `${Math.round(share * 100)} %`;
}

export function textOf(instant: Date): string {
  return instantText(instant.toISOString());
}
