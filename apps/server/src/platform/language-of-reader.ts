import { ENGLISH } from '@thumba/words/catalogue';
import type { FastifyRequest } from 'fastify';
import { isLanguage } from './language.ts';

/**
 * The language of a page that the server writes: `?lang=` of its address, otherwise the first language of the browser
 * that there is, otherwise English.
 */
export function languageOfReader({ query, headers }: Pick<FastifyRequest, 'query' | 'headers'>): string {
  const { lang } = query as { lang?: unknown };
  const wanted = [
    ...(typeof lang === 'string' ? [lang] : []),
    ...acceptedLanguages(headers['accept-language']),
  ];
  // A browser names the country too: Nyanja is read by who asks for `ny-ZM`.
  return wanted.flatMap((tag) => [tag, tag.split('-')[0]!]).find(isLanguage) ?? ENGLISH.tag;
}

/** The languages of "ny-ZM,ny;q=0.9,en;q=0.5", the one that is wanted most first. */
function acceptedLanguages(header = ''): string[] {
  return header
    .split(',')
    .map((entry) => {
      const [tag = '', quality] = entry.trim().split(/\s*;\s*q=/);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag);
}
