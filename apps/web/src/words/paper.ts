import { words } from './catalogue.ts';

export const paperWords = words('paper', {
  failed: (why: string) => `Nothing was downloaded. ${why.replace(/[^.?!]$/, '$&.')}`,
  kept: (asOf: string) => `No connection, so this is your last saved copy. ${asOf}. Look in your downloads.`,
  done: 'Look in your downloads. Not there? <again>Download again</again>',
});
