import type { NoticeKind } from '@thumba/contract/staff/notice-words';
import type { StaffAnswer } from '@thumba/contract/staff/wire';

export type Notice = StaffAnswer<'listNotices'>['items'][number];

export const KIND_TITLES: Record<NoticeKind, string> = {
  notice: 'Notice on home',
  marketing: 'Offer after signing in',
  holiday: 'Holiday',
};
