/** What all borrowers are told: a bar on home, a window after signing in, a declared holiday. Without schemas. */
export const NOTICE_KINDS = ['notice', 'marketing', 'holiday'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export const LONGEST_HOLIDAY_DAYS = 31;
