import type { NoticeChoices, NoticeSetting, ShownTelling, Telling } from '@sweepline/contract';

export type NoticeField = keyof NoticeChoices;

/** The fields of the two pages. */
export const runFields = ['runEnds', 'minCoverage', 'runTelling'] as const satisfies NoticeField[];
export const connectionFields = [
  'isOfflineTold',
  'offlineMinutes',
  'expectedOffline',
  'isBackTold',
  'connectionTelling',
] as const satisfies NoticeField[];

/** Receivers as they are sent. Those that the reader does not see are kept by the server. */
export const sentTelling = ({ to, accounts, roles, channels }: ShownTelling): Telling => ({
  to,
  accountIds: accounts.map(({ id }) => id),
  roleIds: roles.map(({ id }) => id),
  channels,
});

/** The choices of a company, as the dialog edits them. */
export function choicesOf({ own }: NoticeSetting): Required<NoticeChoices> {
  const { runTelling, connectionTelling, ...rest } = own;
  return {
    ...rest,
    runTelling: runTelling && sentTelling(runTelling),
    connectionTelling: connectionTelling && sentTelling(connectionTelling),
  };
}

/** What applies to a company: each field is its own choice, or inherited. */
export const effective = ({ own, inherited }: NoticeSetting): NoticeSetting['inherited'] => ({
  runEnds: own.runEnds ?? inherited.runEnds,
  minCoverage: own.minCoverage ?? inherited.minCoverage,
  runTelling: own.runTelling ?? inherited.runTelling,
  isOfflineTold: own.isOfflineTold ?? inherited.isOfflineTold,
  offlineMinutes: own.offlineMinutes ?? inherited.offlineMinutes,
  expectedOffline: own.expectedOffline ?? inherited.expectedOffline,
  isBackTold: own.isBackTold ?? inherited.isBackTold,
  connectionTelling: own.connectionTelling ?? inherited.connectionTelling,
});
