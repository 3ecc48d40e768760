import type { ReactNode } from 'react';

const TAGGED = /<(\w+)>(.*?)<\/\1>/;

/**
 * A sentence with something in the middle of it that is no plain text, as in `'Read the <policy>Privacy Policy</policy>.'`:
 * each name in angle brackets is made by the function of that name, from the words between.
 */
export function richText(sentence: string, parts: Record<string, (inner: string) => ReactNode>): ReactNode {
  const [before = '', name, inner = '', ...after] = sentence.split(TAGGED);
  if (name === undefined) return sentence;
  const rest = sentence.slice(before.length + `<${name}></${name}>`.length + inner.length);
  return (
    <>
      {before}
      {parts[name]?.(inner) ?? inner}
      {after.length > 0 && richText(rest, parts)}
    </>
  );
}
