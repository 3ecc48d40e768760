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
  /** The answer is here, and the wheel slows down to it. */
  | { state: 'stopping'; spun: Spun }
  | { state: 'told'; spun: Spun }
  /** Nobody knows whether the server took it. */
  | { state: 'lost' };

/** The word of a spin that has no answer yet. It outlives the page, so that the same spin can be asked about again. */
const WORD_KEY = 'turntableWord';

/** Each spin has a word of its own: it is part of what decides the draw, and names the spin when it is tried again. */
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

  /** The wheel stands: what was drawn may be told. */
  function tell(): void {
    if (spin.state !== 'stopping') return;
    setSpin({ state: 'told', spun: spin.spun });
    void refresh('myTurntable', 'turntable', 'listCoupons', 'getUserInfo');
  }

  return { spin, start, tell };
}
