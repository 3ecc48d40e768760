import { words } from '@thumba/words/catalogue';

export const paperWords = words('paper', {
  /** `why` is a whole sentence. */
  failed: (why: string) => `Nothing was downloaded. ${why}`,
  kept: (asOf: string) => `No connection, so this is your last saved copy. ${asOf}. Look in your downloads.`,
  shareReceipt: 'Share the receipt',
  /** What another person gets. Anyone can check a receipt at its address. */
  receiptText: (sum: string, receiptNo: string, address: string) =>
    `Thumba: ${sum} paid. Receipt ${receiptNo}. Check it at ${address}`,
  /** `why` is a whole sentence. */
  notShared: (why: string) => `Nothing was shared. ${why}`,
  tapAgain: 'The receipt is ready. Tap again to share it.',
  done: 'Look in your downloads. Not there? <again>Download again</again>',
});
