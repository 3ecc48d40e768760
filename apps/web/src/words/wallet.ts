import { words } from '@thumba/words/catalogue';

export const walletWords = words('wallet', {
  credit: 'Wallet credit',
  about: 'This money is yours. Use it for a bill, or send it to your mobile money.',
  use: 'Use for my bill',
  send: 'Send to my mobile money',
  sending: 'Money is on its way to your mobile money.',
  seeSending: 'See progress',
  movements: 'History',
  movement: (day: string, balance: string) => `${day}, balance ${balance}`,
  empty: {
    title: 'There is no history yet',
    text: 'If you pay more than a bill, we keep the rest here for you.',
  },
  using: {
    paid: 'This bill is paid.',
    waits: 'A payment of this bill is waiting for your PIN. Please finish that one first.',
    tooLittle: (balance: string) =>
      `Your credit of ${balance} is too little for a part payment of this bill. It stays in your wallet.`,
    toRepay: 'To repay',
    fromWallet: 'From your wallet',
    left: 'Left to repay',
    pay: (money: string) => `Pay ${money} from my wallet`,
    done: (money: string) => `${money} paid from your wallet`,
  },
  payout: {
    submit: 'Send',
    submitAmount: (money: string) => `Send ${money}`,
    amount: 'Amount',
    amountEmpty: 'Please enter an amount',
    holds: (money: string) => `Your wallet holds ${money}`,
    youReceive: 'You receive',
    all: 'All of your wallet credit',
    sendAll: (money: string) => `Send all of it, ${money}`,
    sendOther: 'Send another amount',
    account: 'Account that receives the money',
    free: 'It is free, and you need no PIN.',
  },
  followed: {
    titles: { pending: 'On its way', unknown: 'On its way', succeeded: 'Sent', failed: 'Not sent' },
    ok: 'OK',
    sent: (operator: string) => `The money has been sent to your ${operator}.`,
    notTaken: 'The operator did not take the payment.',
    isBack: (money: string) =>
      `<b>${money}</b> is back in your wallet. You can send it again whenever you are ready.`,
    onItsWay: (money: string, operator: string) => `<b>${money}</b> is on its way to your ${operator}.`,
    mayClose: 'It usually takes less than a minute. You can close this. Your wallet shows the result.',
  },
});
