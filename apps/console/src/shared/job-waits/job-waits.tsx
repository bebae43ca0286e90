import type { UpdateWaitName } from '@sweepline/contract';
import type { JobWait } from '@sweepline/contract/robot';
import { useTranslation } from 'react-i18next';
import { formatPercent } from '../../kit/format/format.ts';
import { readerZone } from '../../kit/format/reader.ts';
import { formatTimeIn } from '../../kit/format/zone-time.ts';

/** What a robot or the server waits for. A newer robot may name conditions that are unknown here. */
type Wait = Omit<JobWait, 'for'> & {
  for: string;
  until?: string | undefined;
  timezone?: string | undefined;
};

type Valued =
  | 'CHARGE'
  | 'BATTERY'
  | 'RUN'
  | 'WINDOW'
  | 'SITE_WINDOW'
  | 'POSTPONED'
  | 'PLANNED_RUN'
  | 'RETRY_DELAY'
  | 'STAGE'
  | 'CONFIRMATION';

/** Conditions that one text names. The list of the contract would bring its schemas into every page. */
const named: Record<Exclude<UpdateWaitName, Valued>, true> = {
  CONFIRM: true,
  DOCK: true,
  DRIVE: true,
  OTHER_JOB: true,
  RESUME: true,
  MOBILE_DATA: true,
  LINK: true,
  CONSENT: true,
  TASK: true,
  APPROVAL: true,
  TASK_PAUSED: true,
  SITE_BUSY: true,
  LIMIT: true,
  OFFLINE: true,
  EARLIER_VERSION: true,
  PACKAGE_UNLISTED: true,
};
const isNamed = (name: string): name is keyof typeof named => Object.hasOwn(named, name);

type Words = ReturnType<typeof useTranslation<'job-waits'>>['t'];

/** Conditions that end at a known moment, with the text for that moment. */
const timed = {
  STAGE: 'STAGE_UNTIL',
  POSTPONED: 'POSTPONED_UNTIL',
  PLANNED_RUN: 'PLANNED_RUN_UNTIL',
  RETRY_DELAY: 'RETRY_DELAY_UNTIL',
  CONFIRMATION: 'CONFIRMATION_UNTIL',
} as const;
const isTimed = (name: string): name is keyof typeof timed => Object.hasOwn(timed, name);

const whenOf = (at: string, timezone = readerZone()) => formatTimeIn(at, timezone);

function windowOf(t: Words, { from, to, until, timezone }: Wait, unnamed: 'OTHER' | 'SITE_WINDOW'): string {
  const text = from && to ? t('WINDOW', { from, to }) : t(unnamed);
  return until ? t('WINDOW_OPENS', { window: text, when: whenOf(until, timezone) }) : text;
}

/** The words of one condition, with the values that the robot or the server reported. */
function wordsOf(t: Words, wait: Wait): string {
  const { for: name, has, needs, etaS, until, timezone } = wait;
  switch (name) {
    case 'CHARGE':
    case 'BATTERY':
      return has === undefined || needs === undefined
        ? t('CHARGE_UNKNOWN')
        : t('CHARGE', { has: formatPercent(has), needs: formatPercent(needs) });
    case 'RUN':
      return etaS === undefined ? t('RUN') : t('RUN_ETA', { minutes: Math.ceil(etaS / 60) });
    case 'WINDOW':
      return windowOf(t, wait, 'OTHER');
    case 'SITE_WINDOW':
      return windowOf(t, wait, 'SITE_WINDOW');
    default:
      if (isTimed(name)) return until ? t(timed[name], { when: whenOf(until, timezone) }) : t(name);
      return t(isNamed(name) ? name : 'OTHER');
  }
}

/** What a job or an update of a robot waits for, in one sentence; nothing if it waits for nothing. */
export function JobWaits({ waits }: { waits: readonly Wait[] }) {
  const { t } = useTranslation('job-waits');
  if (waits.length === 0) return null;
  return <small>{t('waitsFor', { list: waits.map((wait) => wordsOf(t, wait)).join('; ') })}</small>;
}
