import type { Language, Said, Words } from './catalogue.ts';

/** A template has the values of a sentence as `{0}`, `{1}`, in the order of the function's parameters. */
type Template = string;
/** The forms of a sentence by the plural rules of the language; `by` is the place of the count among its values. */
type Forms = { by: number; other: Template } & Partial<Record<Intl.LDMLPluralRule, Template>>;

/** The sentences of a language: by part, then by name. Names inside of records and lists are joined by a dot. */
export type Sentences = { readonly [part: string]: { readonly [name: string]: Template | Forms } };

/** A language from its sentences. A sentence that it lacks stays English. */
export function languageOf(tag: string, sentences: Sentences): Language {
  const made = new Map<string, Words>();
  const select = (count: number) => new Intl.PluralRules(tag).select(count);

  function translated(said: Said, name: string, templates: Sentences[string]): Said {
    if (isList(said)) return said.map((item, index) => translated(item, `${name}.${index}`, templates));
    if (typeof said === 'object') return translatedWords(said, `${name}.`, templates);
    const template = templates[name];
    if (template === undefined) return said;
    if (typeof said === 'string') return typeof template === 'string' ? template : said;
    return (...given: readonly unknown[]) => {
      if (typeof template === 'string') return fill(template, given);
      return fill(template[select(Number(given[template.by]))] ?? template.other, given);
    };
  }

  function translatedWords(english: Words, prefix: string, templates: Sentences[string]): Words {
    const entries = Object.entries(english).map(([name, said]) => [
      name,
      translated(said, prefix + name, templates),
    ]);
    return Object.fromEntries(entries);
  }

  return {
    tag,
    translation(part, english) {
      const words = made.get(part) ?? translatedWords(english, '', sentences[part] ?? {});
      made.set(part, words);
      return words;
    },
  };
}

function fill(template: Template, given: readonly unknown[]): string {
  return template.replace(/\{(\d+)\}/g, (_, place: string) => String(given[Number(place)]));
}

function isList(said: Said): said is readonly Said[] {
  return Array.isArray(said);
}
