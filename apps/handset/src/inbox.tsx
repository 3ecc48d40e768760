import { messageParts } from './message-parts.ts';
import type { Message } from './simulator.ts';
import { momentText } from './words.ts';

export function Inbox({ messages }: { messages: Message[] }) {
  if (messages.length === 0) {
    return (
      <div className="inbox-empty">
        <p>
          <strong>No messages yet</strong>
        </p>
        <p>Login codes, reminders and receipts arrive here.</p>
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard.
    <section className="inbox" aria-label="Messages, newest first" tabIndex={0}>
      <ol>
        {messages.map((message) => (
          <li key={message.id} className={message.isRead ? 'message' : 'message unread'}>
            <p className="message-head">
              <strong>{message.from}</strong>
              {!message.isRead && <span className="hidden">unread</span>}
              <time dateTime={message.at}>{momentText(message)}</time>
            </p>
            <p className="message-text">
              <MessageText text={message.text} />
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A link opens in another tab, as a tap on it on a phone leaves the messages where they are. */
function MessageText({ text }: { text: string }) {
  return messageParts(text).map(({ kind, from, words }) => {
    if (kind === 'code')
      return (
        <strong key={from} className="code">
          {words}
        </strong>
      );
    if (kind === 'link')
      return (
        <a key={from} href={words} target="_blank" rel="noopener">
          {words}
          <span className="hidden"> (opens a new tab)</span>
        </a>
      );
    return words;
  });
}
