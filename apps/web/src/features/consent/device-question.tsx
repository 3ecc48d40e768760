import type { Answer } from '@thumba/contract/wire';
import { useState } from 'react';
import { device } from '../../platform/device.ts';
import { useAnswer } from '../../platform/query.ts';
import { browserStorage } from '../../platform/session.ts';
import { useUserInfo } from '../../platform/user-info.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Rule, Stack } from '../../ui/card.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { RowButton, Rows } from '../../ui/row-link.tsx';
import { deviceWords } from '../../words/device.ts';
import { settingsWords } from '../../words/settings.ts';
import { ConsentSwitch } from './consent-switch.tsx';
import styles from './device-question.module.css';

const ASKED_KEY = 'askedAboutPhone';

/** Who answered since the app was opened. They still see what they allow. */
const answeredNow = new Set<number>();

/**
 * One line beside an application, until the app is closed after an answer. It does not block the application. The
 * settings have the same switches.
 */
export function DeviceQuestion() {
  const userId = useUserInfo().data?.userId;
  const consents = useAnswer('listConsents', {}).data ?? [];
  const [isOpen, setOpen] = useState(false);
  const asked = consents.filter(
    ({ kind }) =>
      kind === 'device' ||
      kind === 'location' ||
      (kind === 'messages' && device.readMessageFigures !== undefined),
  );
  const isNew = asked.some(({ changedAt }) => changedAt === undefined);
  const isAskedBefore = userId === undefined || browserStorage.getItem(ASKED_KEY) === String(userId);
  const isAnsweredNow = userId !== undefined && answeredNow.has(userId);
  if (!isOpen && !isAnsweredNow && (isAskedBefore || !isNew)) return null;

  const answer = () => {
    browserStorage.setItem(ASKED_KEY, String(userId));
    if (userId !== undefined) answeredNow.add(userId);
    setOpen(false);
  };
  const words = deviceWords.question;
  return (
    <Card>
      <Rows>
        <RowButton
          title={words.title}
          detail={isAnsweredNow ? allowedText(asked) : words.text}
          onClick={() => setOpen(true)}
        />
      </Rows>
      {isOpen && (
        <Overlay
          kind="sheet"
          title={words.sheet}
          onClose={answer}
          footer={<Button onClick={answer}>{words.done}</Button>}
        >
          <Stack>
            <p className={styles.small}>{words.lead}</p>
            {asked.map((consent) => (
              <Stack key={consent.kind}>
                <Rule />
                <ConsentSwitch consent={consent} />
              </Stack>
            ))}
          </Stack>
        </Overlay>
      )}
    </Card>
  );
}

function allowedText(asked: Answer<'listConsents'>): string {
  const words = deviceWords.question;
  const allowed = asked.filter(({ given }) => given).map(({ kind }) => settingsWords.consents.kinds[kind]);
  return allowed.length === 0 ? words.nothing : words.allowed(allowed.join(words.and));
}
