import type { Answer } from '@thumba/contract/wire';
import { addDays, type Day, day } from '@thumba/lending/day';
import { useEffect, useState } from 'react';
import { dayText, lusakaToday, timeOfDay } from '../../platform/lusaka-time.ts';
import { useAnswer } from '../../platform/query.ts';
import { useUserInfo } from '../../platform/user-info.ts';
import { Badge, Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { PAGE_SIZE, PagedList } from '../../ui/paged-list.tsx';
import { messagesWords } from '../../words/messages.ts';
import { titles } from '../../words/titles.ts';
import styles from './me.module.css';
import { newestSeen, noteSeen } from './newest-message.ts';

type Message = Answer<'listMessages'>['items'][number];

const useMessages = (page: number) => useAnswer('listMessages', { query: { page, pageSize: PAGE_SIZE } });

export function MessagesPage() {
  const userId = useUserInfo().data?.userId;
  return (
    <PageFrame title={titles.messages} backTo="/me">
      <PagedList
        usePage={useMessages}
        empty={
          <EmptyState drawing="letter" title={messagesWords.empty.title}>
            {messagesWords.empty.text}
          </EmptyState>
        }
      >
        {(messages: Message[], page) => (
          <MessageDays key={userId} messages={messages} page={page} userId={userId} />
        )}
      </PagedList>
    </PageFrame>
  );
}

type MessageDaysProps = { messages: Message[]; page: number; userId: number | undefined };

/** A page of messages grouped by day. Its first day has no heading when the page before ended with the same day. */
function MessageDays({ messages, page, userId }: MessageDaysProps) {
  const dayBefore = useMessages(Math.max(1, page - 1)).data?.items.at(-1)?.on;
  const [seen] = useState(() => (userId === undefined ? Number.POSITIVE_INFINITY : newestSeen(userId)));
  const newest = messages[0]?.messageId ?? 0;
  useEffect(() => {
    if (userId !== undefined) noteSeen(userId, newest);
  }, [userId, newest]);
  const goesOn = (on: string) => page > 1 && on === dayBefore;
  return daysOf(messages).map(({ on, ofDay }) => (
    <section key={on} className={styles.day}>
      {!goesOn(on) && <h2 className={styles.dayTitle}>{dayTitle(on)}</h2>}
      {ofDay.map(({ messageId, at, text, medium }) => (
        <Card key={messageId}>
          <div>
            <p className={styles.when}>
              {timeOfDay(at)} · {messagesWords.media[medium]}
              {messageId > seen && <Badge tone="good">{messagesWords.isNew}</Badge>}
            </p>
            <p className={styles.message}>{text}</p>
          </div>
        </Card>
      ))}
    </section>
  ));
}

function daysOf(messages: Message[]): { on: Day; ofDay: Message[] }[] {
  const days: { on: Day; ofDay: Message[] }[] = [];
  for (const message of messages) {
    const on = day(message.on);
    if (days.at(-1)?.on !== on) days.push({ on, ofDay: [] });
    days.at(-1)!.ofDay.push(message);
  }
  return days;
}

function dayTitle(on: Day): string {
  const today = lusakaToday();
  if (on === today) return messagesWords.today;
  return on === addDays(today, -1) ? messagesWords.yesterday : dayText(on);
}
