/*
 * How names are written, as data: what is left out of a name, what is written in several ways, and what looks alike and
 * is another name. Rule: docs/rules/names.md.
 */

/** Words in front of a name that belong to no name. */
export const TITLES: ReadonlySet<string> = new Set(
  'mr mrs ms miss dr prof rev pastor hon honourable sir bana bashi sr jr'.split(' '),
);

/** Letters that Unicode does not take apart into a letter and an accent. */
export const LETTERS: Readonly<Record<string, string>> = {
  ŋ: 'ng',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ı: 'i',
  þ: 'th',
};

/**
 * Spellings of one sound, in the order in which they are replaced. Bemba and Nyanja have one sound between l and r, and
 * clerks wrote Bemba names with and without the u after an m, with ch and with c, and long vowels once and twice.
 */
export const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/ph/g, 'f'],
  [/sh/g, 's'],
  [/th|dh/g, 't'],
  [/kh|ck|q/g, 'k'],
  [/ch/g, 'c'],
  [/c$/g, 'k'],
  [/gh/g, 'g'],
  [/wh/g, 'w'],
  [/ou/g, 'u'],
  [/ie/g, 'i'],
  [/y/g, 'i'],
  [/w/g, 'u'],
  [/r/g, 'l'],
  [/(.)\1+/g, '$1'],
  [/^mu(?=[^aeiou])/g, 'm'],
  [/(?<=[aeiou])h$/g, ''],
];

/** Names that are one name, which the sounds do not show. */
export const SAME_NAMES: readonly (readonly string[])[] = [
  ['mohammed', 'muhammad', 'mohammad', 'muhammed', 'mahomed', 'mohd'],
  ['ahmed', 'ahmad'],
  ['hussein', 'husain', 'hussain', 'hossein'],
  ['youssef', 'yusuf', 'yousuf', 'yusof', 'josef', 'joseph'],
  ['elizabeth', 'elisabeth', 'elizabet'],
  ['catherine', 'katherine', 'kathryn', 'catharine'],
  ['steven', 'stephen', 'stefan', 'steve'],
  ['geoffrey', 'jeffrey', 'jeffry'],
  ['jane', 'jayne'],
  ['ann', 'anne', 'anna'],
  ['isaac', 'izaac'],
  ['esther', 'hester', 'esta'],
  ['emmanuel', 'immanuel'],
  ['nathaniel', 'nathanael'],
];

/** Names that one letter sets apart, and that are names of different people. */
export const OTHER_NAMES: readonly (readonly [string, string])[] = [
  ['mwansa', 'mwanza'],
  ['mulenga', 'mulonga'],
  ['martin', 'martina'],
  ['daniel', 'daniela'],
  ['sakala', 'sikala'],
  ['mwamba', 'mwemba'],
  ['kabwe', 'kabwa'],
  ['christine', 'christina'],
];
