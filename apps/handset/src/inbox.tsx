import type { Message } from './simulator.ts';
import { dayAndTimeText } from './words.ts';

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
              <time dateTime={message.at}>{dayAndTimeText(message.at)}</time>
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

function MessageText({ text }: { text: string }) {
  const code = /\bcode\b/i.test(text) ? /(?<![\d.,])\d{4,6}(?![\d.,]\d|\d)/.exec(text) : null;
  if (!code) return text;
  return (
    <>
      {text.slice(0, code.index)}
      <strong className="code">{code[0]}</strong>
      {text.slice(code.index + code[0].length)}
    </>
  );
}
