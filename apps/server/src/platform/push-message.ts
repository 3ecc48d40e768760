/** What the borrower app reads, in its service worker or in the Android app. */
export type Notification = {
  /** The id of the message, so that a message sent twice is shown once. */
  id: number;
  title: string;
  text: string;
  /** The screen of the app that a tap opens. */
  path: string;
};

export type PushMessage = {
  notification: Notification;
  /** Of two waiting messages with the same topic, only the newer one is delivered. */
  topic: string;
  /** A message that is not delivered within this time is dropped. */
  ttlSeconds: number;
};

/**
 * `gone`: the phone ended the subscription. `refused`: the push service does not accept the message. `later`: it may
 * accept it at another time, or it has accepted it and its answer was lost.
 */
export type PushOutcome = 'accepted' | 'gone' | 'refused' | 'later';

/** What the status of an answer means where the subscription has not ended. */
export function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return 'accepted';
  return status === 429 || status >= 500 ? 'later' : 'refused';
}
