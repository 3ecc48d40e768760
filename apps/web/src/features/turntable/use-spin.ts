import type { Answer } from '@thumba/contract/wire';
import { useState } from 'react';
import { call } from '../../platform/call.ts';
import { CallFailure } from '../../platform/call-answer.ts';
import { queryClient, refresh } from '../../platform/query.ts';
import { randomUuid } from '../../platform/random.ts';
import { browserStorage } from '../../platform/session.ts';
import { showFailure } from '../../platform/toast.ts';
import { turntableWords as words } from '../../words/turntable.ts';

export type Spun = Answer<'spinTurntable'>;
export type Spin =
  | { state: 'ready' }
  | { state: 'asking' }
  /** The answer has arrived, and the wheel slows down to it. */
  | { state: 'stopping'; spun: Spun }
  | { state: 'told'; spun: Spun }
  /** It is unknown whether the server accepted the spin. */
  | { state: 'lost' };

/** The seed word of a spin without an answer. It is kept beyond the page, so that the same spin can be sent again. */
const WORD_KEY = 'turntableWord';

/** Each spin has its own word. It is part of the draw's seed, and identifies the spin when it is sent again. */
export function useSpin() {
  const [spin, setSpin] = useState<Spin>(() =>
    browserStorage.getItem(WORD_KEY) === null ? { state: 'ready' } : { state: 'lost' },
  );

  async function start(): Promise<void> {
    if (spin.state === 'asking' || spin.state === 'stopping') return;
    const unansweredWord = browserStorage.getItem(WORD_KEY);
    if (!navigator.onLine && unansweredWord === null) {
      showFailure(words.offline);
      return;
    }
    const phoneWord = unansweredWord ?? randomUuid();
    browserStorage.setItem(WORD_KEY, phoneWord);
    setSpin({ state: 'asking' });
    try {
      const spun = await call(
        'spinTurntable',
        { body: { phoneWord } },
        { idempotencyKey: phoneWord, failureShownBy: 'screen' },
      );
      browserStorage.removeItem(WORD_KEY);
      if (
        spun.wheelVersion !== queryClient.getQueryData<Answer<'turntable'>>(['turntable', {}])?.wheelVersion
      ) {
        await refresh('turntable');
      }
      setSpin({ state: 'stopping', spun });
    } catch (error) {
      const isUnknown =
        !(error instanceof CallFailure) || error.kind === 'offline' || error.kind === 'unreadable';
      if (!isUnknown) browserStorage.removeItem(WORD_KEY);
      setSpin(isUnknown ? { state: 'lost' } : { state: 'ready' });
      if (!isUnknown) void refresh('myTurntable');
    }
  }

  /** The wheel has stopped, so the prize may be shown. */
  function tell(): void {
    if (spin.state !== 'stopping') return;
    setSpin({ state: 'told', spun: spin.spun });
    void refresh('myTurntable', 'turntable', 'listCoupons', 'getUserInfo');
  }

  return { spin, start, tell };
}
