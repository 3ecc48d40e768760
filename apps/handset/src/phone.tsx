import { useCallback, useEffect, useState } from 'react';
import { Inbox } from './inbox.tsx';
import { PinPrompt } from './pin-prompt.tsx';
import { markRead, type Phone, readPhone } from './simulator.ts';
import { usePolled } from './use-polled.ts';
import { kwachaText, networkNames, spacedMobile } from './words.ts';

const READING_MS = 3000;
const NOTICE_MS = 6000;

export function PhoneView({ mobile }: { mobile: string | undefined }) {
  return (
    <section className="phone" aria-label={mobile ? `Phone ${spacedMobile(mobile)}` : 'Phone'}>
      <div className="phone-screen">{mobile ? <PhoneScreen mobile={mobile} /> : <NoPhone />}</div>
    </section>
  );
}

function NoPhone() {
  return (
    <div className="phone-blank">
      <p>
        <strong>No phone chosen</strong>
      </p>
      <p>Choose a number, or type one, to see its messages and answer its payment requests.</p>
    </div>
  );
}

function PhoneScreen({ mobile }: { mobile: string }) {
  const load = useCallback(() => readPhone(mobile), [mobile]);
  const { data: phone, error, refresh } = usePolled(load);
  if (!phone) {
    return (
      <div className="phone-blank" role="status">
        <p>{error ? `${error.message} Trying again…` : 'Switching on…'}</p>
      </div>
    );
  }
  return <LivePhone phone={phone} error={error?.message} refresh={refresh} />;
}

function LivePhone({
  phone,
  error,
  refresh,
}: {
  phone: Phone;
  error: string | undefined;
  refresh: () => void;
}) {
  const [ignored, setIgnored] = useState<readonly number[]>([]);
  const [notice, setNotice] = useState('');
  const shown = phone.prompts.find((prompt) => !ignored.includes(prompt.id));
  useMarkRead(phone);
  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(() => setNotice(''), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [notice]);

  return (
    <>
      <header className={`phone-head ${phone.operator}`}>
        <p className="phone-network">{networkNames[phone.operator]}</p>
        <h2>{spacedMobile(phone.mobile)}</h2>
        <p className="phone-balance">
          <span>Balance</span> <strong>{kwachaText(phone.balance)}</strong>
        </p>
      </header>
      {error && <p className="phone-strip bad">{error} Trying again…</p>}
      <p className="phone-strip" role="status" hidden={!notice}>
        {notice}
      </p>
      {!shown && phone.prompts.length > 0 && (
        <button type="button" className="phone-strip waiting" onClick={() => setIgnored([])}>
          {phone.prompts.length === 1
            ? '1 payment request waiting · Show'
            : `${phone.prompts.length} payment requests waiting · Show`}
        </button>
      )}
      <Inbox messages={phone.messages} />
      {shown && (
        <PinPrompt
          key={shown.id}
          mobile={phone.mobile}
          operator={phone.operator}
          prompt={shown}
          onAnswered={(words, isIgnored) => {
            setNotice(words);
            if (isIgnored) setIgnored((before) => [...before, shown.id]);
            refresh();
          }}
        />
      )}
    </>
  );
}

function useMarkRead({ mobile, messages }: Phone): void {
  const newestUnread = messages.find((message) => !message.isRead)?.id;
  useEffect(() => {
    if (newestUnread === undefined) return;
    const timer = setTimeout(() => markRead(mobile).catch(() => undefined), READING_MS);
    return () => clearTimeout(timer);
  }, [mobile, newestUnread]);
}
