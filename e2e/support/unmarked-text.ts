import type { Page } from 'playwright-core';

/**
 * Texts that are the same in every language: the product, the own name of English, the operators and their brands, and signs of money and
 * identity.
 */
const NAMES = /\b(Thumba|MTN( MoMo)?|Airtel( Money)?|Zamtel( Money)?|NRC|PDF|APR|English|K)\b/g;

/** The initials of a borrower, and the example of an email address. */
const INITIALS = /^\p{Lu}{1,2}$/u;
const EXAMPLE = /name@example\.com/;

const MONEY = /−?K[\d,]+(\.\d\d)?/g;
const DATE =
  /((Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day )?\d{1,2} (January|February|March|April|May|June|July|August|September|October|November|December)( \d{4})?/g;

/**
 * The fields of answers that hold data, which is the same in every language. A text in any other field is said by the
 * program, and so it must have marks.
 */
const DATA_FIELDS: Readonly<Record<string, string>> = {
  firstName: 'of the borrower',
  lastName: 'of the borrower',
  name: 'of a person, a product, a prize, a district or the lender',
  product: 'the name that the lender gave the product',
  productName: 'the name that the lender gave the product',
  couponName: 'the name that the lender gave the coupon',
  prize: 'the name that the lender gave the prize',
  address: 'typed by the borrower',
  email: 'typed by the borrower',
  operators: 'names of companies',
  licence: 'of the lender',
  hours: 'written by the lender',
  deviceName: 'of a browser and a system',
  device: 'of a browser and a system',
  receiptNo: 'a reference',
  reference: 'a reference',
};

/** What the server has told a page. */
export type Heard = {
  data: Set<string>;
  /** The field of each other text. */
  said: Map<string, string>;
};

/** The texts in the server's answers to this page. Words for programs, such as codes, are left out. */
export function listenToServer(page: Page): Heard {
  const heard: Heard = { data: new Set(), said: new Map() };
  page.on('response', async (response) => {
    if (!response.url().includes('/api/')) return;
    const body: unknown = await response.json().catch(() => undefined);
    for (const { field, text } of textsIn(body, '')) {
      if (!/[A-Z\d\s]/.test(text)) continue;
      if (Object.hasOwn(DATA_FIELDS, field)) heard.data.add(text.trim());
      else heard.said.set(text.trim(), `${new URL(response.url()).pathname} ${field}`);
    }
  });
  return heard;
}

/** Texts of a list are in the field of the list. */
function textsIn(value: unknown, field: string): { field: string; text: string }[] {
  if (typeof value === 'string') return [{ field, text: value }];
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, field));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => textsIn(item, name));
}

/** Texts on this page, shown or read out, that have no marks and are no data: they are missing from the catalogue. */
export async function unmarkedText(page: Page, heard: Heard): Promise<string[]> {
  const shown = await page.evaluate<string[]>(TEXTS_WITHOUT_MARKS);
  // An answer that says "Airtel" alone would leave "Money" of "Airtel Money".
  const data = [...heard.data].filter((text) => text.replace(NAMES, '') !== '');
  const longestFirst = data.sort((one, other) => other.length - one.length);
  const unmarked = shown.filter((text) => {
    let rest = text.replace(/\s+/g, ' ');
    for (const told of longestFirst) rest = rest.replaceAll(told, '');
    if (INITIALS.test(rest)) return false;
    return /\p{L}/u.test([MONEY, DATE, NAMES, EXAMPLE].reduce((left, data) => left.replace(data, ''), rest));
  });
  return unmarked.map((text) => {
    const field = heard.said.get(text);
    return field === undefined ? text : `${text} (from ${field})`;
  });
}

/** Marks may open in one element and close in another, as around a link. So they are counted over the whole page. */
const TEXTS_WITHOUT_MARKS = `(() => {
  const found = [];
  let depth = 0;
  const outside = (text) => {
    let part = '';
    for (const character of text) {
      if (character === '⟦') depth += 1;
      else if (character === '⟧') depth -= 1;
      else if (depth === 0) part += character;
      else if (part !== '') {
        found.push(part);
        part = '';
      }
    }
    if (part.trim() !== '') found.push(part);
  };
  const isShown = (element) => element.tagName === 'OPTION' || element.checkVisibility({ visibilityProperty: true });
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    const { parentElement, data } = nodes.currentNode;
    if (!['SCRIPT', 'STYLE', 'NOSCRIPT'].includes(parentElement.tagName) && isShown(parentElement)) outside(data);
  }
  if (depth !== 0) found.push('marks that do not close');
  const names = ['aria-label', 'aria-valuetext', 'placeholder', 'title', 'alt'];
  for (const element of document.body.querySelectorAll('*')) {
    for (const name of names) {
      depth = 0;
      if (element.hasAttribute(name) && isShown(element)) outside(element.getAttribute(name));
    }
  }
  depth = 0;
  outside(document.title);
  return [...new Set(found.map((text) => text.trim()))];
})()`;
