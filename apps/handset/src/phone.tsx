import { useCallback, useEffect, useState } from 'react';
import { Inbox } from './inbox.tsx';
import { PinPrompt } from './pin-prompt.tsx';
import { type Borrower, markRead, type Phone, readPhone } from './simulator.ts';
import { usePolled } from './use-polled.ts';
import { kwachaText, networkNames, spacedMobile } from './words.ts';

const READING_MS = 3000;
const NOTICE_MS = 6000;

type Owner = Pick<Borrower, 'name' | 'state'>;

export function PhoneView({ mobile, owner }: { mobile: string | undefined; owner: Owner | undefined }) {
  return (
    <section className="phone" aria-label={mobile ? `Phone ${spacedMobile(mobile)}` : 'Phone'}>
      <div className="phone-screen">
        {mobile ? <PhoneScreen mobile={mobile} owner={owner} /> : <NoPhone />}
      </div>
    </section>
  );
}

function NoPhone() {
  return (
    <div className="phone-blank">
      <p>
        <strong>No phone chosen</strong>
      </p>
      <p>Choose a person or type a number. Then you see its messages and answer its payment requests.</p>
    </div>
  );
}

function PhoneScreen({ mobile, owner }: { mobile: string; owner: Owner | undefined }) {
  const load = useCallback(() => readPhone(mobile), [mobile]);
  const { data: phone, error, refresh } = usePolled(load);
  if (!phone) {
    return (
      <div className="phone-blank" role="status">
        <p>{error ? `${error.message} Trying again…` : 'Loading…'}</p>
      </div>
    );
  }
  return <LivePhone phone={phone} owner={owner} error={error?.message} refresh={refresh} />;
}

type LivePhoneProps = {
  phone: Phone;
  owner: Owner | undefined;
  error: string | undefined;
  refresh: () => void;
};

function LivePhone({ phone, owner, error, refresh }: LivePhoneProps) {
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
      <PhoneHead phone={phone} owner={owner} />
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

function PhoneHead({ phone, owner }: Pick<LivePhoneProps, 'phone' | 'owner'>) {
  return (
    <header className={`phone-head ${phone.operator}`}>
      <p className="phone-network">{networkNames[phone.operator]}</p>
      <h2>{spacedMobile(phone.mobile)}</h2>
      {owner && (
        <p className="phone-owner">
          {owner.name} · {owner.state}
        </p>
      )}
      <p className="phone-balance">
        <span>Balance</span> <strong>{kwachaText(phone.balance)}</strong>
      </p>
    </header>
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
