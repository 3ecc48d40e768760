import type { Answer } from '@thumba/contract/wire';
import { useState } from 'react';
import { callAddress, lenderPhone } from '../../platform/lender-phone.ts';
import { dayOf, dayText } from '../../platform/lusaka-time.ts';
import { refresh, useAnswer, useSend } from '../../platform/query.ts';
import { showSuccess } from '../../platform/toast.ts';
import { AsOf } from '../../ui/as-of.tsx';
import { Button } from '../../ui/button.tsx';
import { Badge, Card, Stack } from '../../ui/card.tsx';
import { Coming } from '../../ui/coming.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { Row, Rows } from '../../ui/row-link.tsx';
import { richText } from '../../words/rich-text.tsx';
import { sessionsWords } from '../../words/sessions.ts';
import styles from './settings.module.css';

type Session = Answer<'listSessions'>['sessions'][number];
type Ending = Session | 'others';

/** Every device on which the borrower is signed in, each of which can be logged out from here. */
export function SessionsCard() {
  const answer = useAnswer('listSessions', {});
  const [ending, setEnding] = useState<Ending>();
  const words = sessionsWords;
  const { sessions, isNewDevice } = answer.data ?? { sessions: [], isNewDevice: false };
  const isMore = sessions.some((session) => !session.isCurrent);
  const mayEnd = isMore && !isNewDevice;
  return (
    <Card title={words.title}>
      {answer.data ? (
        <Stack>
          <AsOf answer={answer} />
          <Rows>
            {sessions.map((session) => (
              <SessionRow
                key={session.sessionId}
                session={session}
                onEnd={mayEnd && !session.isCurrent ? () => setEnding(session) : undefined}
              />
            ))}
          </Rows>
          <p className={styles.small}>{isMore ? <WasItYou /> : words.onlyHere}</p>
          {isMore && isNewDevice && <p className={styles.small}>{words.confirmFirst}</p>}
          {mayEnd && (
            <Button variant="secondary" onClick={() => setEnding('others')}>
              {words.endOthers}
            </Button>
          )}
        </Stack>
      ) : (
        <Coming answers={[answer]} lines={[64, 64]} />
      )}
      {ending && <EndDialog ending={ending} onClose={() => setEnding(undefined)} />}
    </Card>
  );
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: (() => void) | undefined }) {
  const { device, place, startedAt, lastUsedAt, isCurrent, isNewDevice } = session;
  const words = sessionsWords;
  return (
    <Row
      title={device}
      detail={
        <>
          {place}
          <br />
          {words.used(dayText(dayOf(startedAt)), dayText(dayOf(lastUsedAt)))}
          {isNewDevice && (
            <>
              {' '}
              <Badge tone="warn">{words.isNew}</Badge>
            </>
          )}
        </>
      }
      aside={
        isCurrent ? (
          <Badge tone="good">{words.thisOne}</Badge>
        ) : (
          onEnd && (
            <Button variant="quiet" aria-label={words.endNamed(device)} onClick={onEnd}>
              {words.end}
            </Button>
          )
        )
      }
    />
  );
}

function WasItYou() {
  const phone = lenderPhone();
  if (!phone) return sessionsWords.wasItYou;
  return richText(sessionsWords.wasItYouOn(phone), {
    call: (text) => <a href={callAddress(phone)}>{text}</a>,
  });
}

function EndDialog({ ending, onClose }: { ending: Ending; onClose: () => void }) {
  const words = sessionsWords.ending;
  const end = useSend('endSessions', { loading: 'loading' });
  const isOthers = ending === 'others';
  const start = () =>
    end.mutate(
      { body: isOthers ? { all: true } : { sessionId: ending.sessionId } },
      {
        onSuccess: () => {
          showSuccess(words.done);
          onClose();
        },
        onSettled: () => void refresh('listSessions'),
      },
    );
  return (
    <Overlay kind="dialog" title={isOthers ? words.others : words.one} onClose={onClose}>
      <Stack>
        {!isOthers && <p>{words.named(ending.device, ending.place)}</p>}
        <p>{words.text}</p>
        <Button variant="danger" onClick={start} isBusy={end.isPending}>
          {isOthers ? words.yesOthers : words.yes}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          {words.no}
        </Button>
      </Stack>
    </Overlay>
  );
}
