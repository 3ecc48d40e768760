import { plural, words } from '@thumba/words/catalogue';

/** A time to wait. It stands in sentences like “Please try again in 5 minutes.” */
export const waitWords = words('wait', {
  seconds: (count: number) => plural(count, { one: `${count} second`, other: `${count} seconds` }),
  minutes: (count: number) => plural(count, { one: `${count} minute`, other: `${count} minutes` }),
  hours: (count: number) => plural(count, { one: `${count} hour`, other: `${count} hours` }),
});
