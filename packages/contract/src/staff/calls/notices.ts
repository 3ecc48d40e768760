import type { StaffCallDefinition } from './definition.ts';

/** What all borrowers are told on some days. */
export const noticeCalls = {
  listNotices: {
    method: 'GET',
    path: '/set-up/notices',
    access: 'seeSetUp',
    audit: 'none',
    summary: 'Notices, offers after signing in and declared holidays, with the days on which they are shown',
  },
  listNoticeVersions: {
    method: 'GET',
    path: '/set-up/notices/{noticeCode}/versions',
    access: 'seeSetUp',
    audit: 'none',
    summary: 'The versions of a notice, the newest first',
  },
  previewNotice: {
    method: 'POST',
    path: '/set-up/notices/preview',
    access: 'changeTexts',
    audit: 'none',
    summary: 'What borrowers would read, on which days, and which bills fall due on them',
  },
  askForNotice: {
    method: 'POST',
    path: '/set-up/notices',
    access: 'changeTexts',
    audit: 'change',
    summary: 'Ask for a notice, an offer or a holiday, or for another text of one; a second person approves',
  },
} as const satisfies Record<string, StaffCallDefinition>;
