import type { Answer } from '@thumba/contract/wire';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { call } from '../../platform/call.ts';
import { session, useSession } from '../../platform/session.ts';

export type Channel = Answer<'queryByChannelCode'>;

const DEFAULT_CODE = 'default';

const channels = createStore<{ channel: Channel | null }>(() => ({ channel: null }));
let asked: { code: string; answer: Promise<Channel | null> } | undefined;

/** The data of the borrower's channel, requested once; null without a network. */
export function loadChannel(appChannelCode = session.getState().appChannelCode): Promise<Channel | null> {
  const code = appChannelCode || DEFAULT_CODE;
  if (asked?.code !== code) asked = { code, answer: ask(code) };
  return asked.answer;
}

async function ask(code: string): Promise<Channel | null> {
  try {
    const request = { params: { code } };
    const channel = await call('queryByChannelCode', request, { failureShownBy: 'background' });
    const { apkUrl, packageName, intentHost } = channel;
    session.setState({ apkUrl, packageName, intentHost });
    channels.setState({ channel });
    return channel;
  } catch {
    asked = undefined;
    return null;
  }
}

export function useChannel(): Channel | null {
  const code = useSession((state) => state.appChannelCode);
  useEffect(() => void loadChannel(code), [code]);
  return useStore(channels, (state) => state.channel);
}
