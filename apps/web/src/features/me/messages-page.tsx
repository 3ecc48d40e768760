import type { Answer } from '@thumba/contract/wire';
import { dayText } from '../../platform/lusaka-time.ts';
import { useAnswer } from '../../platform/query.ts';
import { Card } from '../../ui/card.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { EmptyState } from '../../ui/states.tsx';
import styles from './me.module.css';
import { PAGE_SIZE, PagedList } from './paged-list.tsx';

type Message = Answer<'listMessages'>['items'][number];

const useMessages = (page: number) => useAnswer('listMessages', { query: { page, pageSize: PAGE_SIZE } });

export function MessagesPage() {
  return (
    <PageFrame title="Messages" backTo="/me">
      <PagedList usePage={useMessages} empty={noMessages}>
        {(messages: Message[]) =>
          messages.map(({ messageId, on, text }) => (
            <Card key={messageId}>
              <div>
                <p className={styles.small}>{dayText(on)}</p>
                <p>{text}</p>
              </div>
            </Card>
          ))
        }
      </PagedList>
    </PageFrame>
  );
}

const noMessages = (
  <EmptyState drawing="letter" title="You have no messages yet">
    What we send you by SMS about your loans is kept here too.
  </EmptyState>
);
