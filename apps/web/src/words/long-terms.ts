import { words } from '@thumba/words/catalogue';

/** In the Android app of a store that allows long terms only. */
export const longTermsWords = words('longTerms', {
  title: 'There is no loan on offer in this app',
  /** `days` is a number of days. `site` is the host name of the lender's site, as in app.example.zm. */
  text: (days: string, site: string) =>
    `This app offers loans of ${days} days and more. Other loans are on our site: open ${site} in a browser.`,
});
