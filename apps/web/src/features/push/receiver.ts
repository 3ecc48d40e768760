import type { Body } from '@thumba/contract/wire';

export type Permission = 'granted' | 'denied' | 'default';

export type Subscription = {
  /** Names the subscription on this phone. It changes when the phone subscribes again. */
  address: string;
  /** What the server is told. */
  body: Body<'savePushSubscription'>;
};

/** How this phone receives notifications while the app is closed. */
export type Receiver = {
  /** Without asking the person. */
  permission(): Promise<Permission>;
  /** Asks the person, where that is not decided yet. */
  ask(): Promise<Permission>;
  /** The subscription that the phone has now, which is perhaps not told to the server. */
  currentAddress(): Promise<string | undefined>;
  /** Subscribes to this lender. Undefined where that is not possible. */
  subscribe(): Promise<Subscription | undefined>;
  /** Ends the subscription on the phone. */
  unsubscribe(): Promise<void>;
  /** Removes the notifications of the borrower from the screen. */
  closeNotices(): Promise<void>;
};
