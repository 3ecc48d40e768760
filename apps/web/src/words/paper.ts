import { words } from '@thumba/words/catalogue';

export const paperWords = words('paper', {
  failed: (why: string) => `Nothing was downloaded. ${why.replace(/[^.?!]$/, '$&.')}`,
  kept: (asOf: string) => `No connection, so this is your last saved copy. ${asOf}. Look in your downloads.`,
  shareReceipt: 'Share the receipt',
  /** What another person gets. Anyone can check a receipt at its address. */
  receiptText: (sum: string, receiptNo: string, address: string) =>
    `Thumba: ${sum} paid. Receipt ${receiptNo}. Check it at ${address}`,
  notShared: (why: string) => `Nothing was shared. ${why.replace(/[^.?!]$/, '$&.')}`,
  tapAgain: 'The receipt is ready. Tap again to share it.',
  done: 'Look in your downloads. Not there? <again>Download again</again>',
});
