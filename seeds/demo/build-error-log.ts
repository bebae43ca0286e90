import { pages } from '@sweepline/contract';
import { deadLetters } from '../../apps/server/src/entities/installation/dead-letter-table.ts';
import { accountByName } from '../../apps/server/src/entities/people/account-service.ts';
import {
  errorAccounts,
  errorDays,
  errorGroups,
  errorOccurrences,
} from '../../apps/server/src/features/installation/errors/error-log-table.ts';
import { fingerprintOf, topFrame } from '../../apps/server/src/features/installation/errors/error-rules.ts';
import type { Tx } from '../../apps/server/src/platform/db/db.ts';
import { newId } from '../../apps/server/src/platform/runtime/ids.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;

const browsers = {
  tablet: {
    platform: 'Android',
    osver: '12',
    deviceModel: 'HUAWEI MatePad 11',
    browserName: 'WeChat 8.0.49',
  },
  desktop: { platform: 'Windows', osver: '10.0', deviceModel: '', browserName: 'Edge 141.0.0.0' },
} as const;

/** Errors of an earlier version of the console. `hours` are the hours before now of each occurrence. */
const errors = [
  {
    level: 'ERROR',
    desc: 'Failed to fetch dynamically imported module: /assets/report-page.js',
    stack: 'TypeError: Failed to fetch dynamically imported module\n    at load (/assets/index.js:14:2210)',
    username: 'mall.cleaning',
    browser: 'tablet',
    lang: 'zh-cn',
    pageUrl: pages.reports(),
    state: 'resolved',
    hours: [190, 214, 215, 262],
  },
  {
    level: 'ERROR',
    desc: 'WebGL context lost',
    stack: 'Error: WebGL context lost\n    at restore (/assets/map-view.js:3:9120)',
    username: 'mall.admin',
    browser: 'tablet',
    lang: 'zh-cn',
    pageUrl: pages.map.path,
    state: 'open',
    hours: [30, 77, 101],
  },
  {
    level: 'INFO',
    desc: 'Notifications are blocked by the browser',
    stack: '',
    username: 'tower.admin',
    browser: 'desktop',
    lang: 'ge',
    pageUrl: pages.welcome(),
    state: 'ignored',
    hours: [52],
  },
] as const;

/** Creates errors that browsers reported, and messages of robots that the server refused. */
export async function buildErrorLog(db: Tx, now: () => Date): Promise<void> {
  for (const error of errors) await buildError(db, now(), error);
  const letters = [
    letter('J30C0014', 'LATE', 'the message is 38 minutes old', { seq: 4_711, phase: 'CLEANING' }),
    letter('TESTBENCH-02', 'UNKNOWN_DEVICE', 'no such device', { soc: 71.5, driving: false }),
  ];
  await db.insert(deadLetters).values(
    letters.map((row, n) => ({
      ...row,
      at: new Date(now().getTime() - (n + 1) * 26 * hourMs).toISOString(),
    })),
  );
}

function letter(sn: string, reason: string, detail: string, message: object) {
  const payload = Buffer.from(JSON.stringify(message));
  return {
    id: newId(),
    topic: `vda5050/v3/JBOT/${sn}/state`,
    sn,
    reason,
    detail,
    bytes: payload.length,
    head: payload.toString('base64'),
  };
}

async function buildError(db: Tx, now: Date, error: (typeof errors)[number]): Promise<void> {
  const match = await accountByName(db, error.username);
  if (!match) throw new Error(`No account ${error.username}`);
  const { id: accountId, companyId } = match.account;
  const { level, desc, username, lang, pageUrl, state, stack } = error;
  const extras: Record<string, string> = stack === '' ? {} : { stack };
  const release = { product: 'console', version: '0.1.0' };
  const browser = browsers[error.browser];
  const report = { level, desc, username, lang, pageUrl, extras, time: '', ...release, ...browser };
  const fingerprint = fingerprintOf(report);
  const times = error.hours.map((hours) => new Date(now.getTime() - hours * hourMs).toISOString());
  const [lastAt, firstAt, groupId] = [times[0]!, times.at(-1)!, newId()];
  const isOpen = state === 'open';
  await db.insert(errorGroups).values({
    id: groupId,
    companyId,
    fingerprint,
    level,
    desc,
    frame: topFrame(stack),
    count: times.length,
    firstAt,
    lastAt,
    state,
    stateBy: isOpen ? '' : 'ops.chen',
    stateAt: isOpen ? null : new Date(Date.parse(lastAt) + dayMs).toISOString(),
    ...release,
  });
  await db
    .insert(errorOccurrences)
    .values(times.map((at) => ({ ...report, id: newId(), companyId, groupId, fingerprint, accountId, at })));
  const days = Map.groupBy(times, (at) => at.slice(0, 10));
  await db
    .insert(errorDays)
    .values([...days].map(([day, ofDay]) => ({ groupId, companyId, day, count: ofDay.length })));
  await db.insert(errorAccounts).values({ groupId, companyId, username, count: times.length, lastAt });
}
