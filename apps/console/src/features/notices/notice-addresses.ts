import type { NoticeKind } from '@sweepline/contract';

/** Where all notices of a kind are. */
export const allNoticesAddress = (kind: NoticeKind) => `/notice/list?kind=${kind}`;
