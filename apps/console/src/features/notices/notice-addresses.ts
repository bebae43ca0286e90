import type { NoticeKind } from '@sweepline/contract';

/** Path of the list of all notices of a kind. */
export const allNoticesAddress = (kind: NoticeKind) => `/notice/list?kind=${kind}`;
