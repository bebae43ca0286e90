import type { Diagnosis } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import {
  formatBytes,
  formatNumber,
  formatPercent,
  formatTimeExact,
  unknown,
} from '../../../../kit/format/format.ts';
import { useNow } from '../../../../kit/format/use-now.ts';
import { StateMark } from '../../../../kit/ui/state-mark.tsx';
import { Card, Gauge, Row } from './card.tsx';
import { levelMarks, levelOf } from './figure-levels.ts';
import { useUptime } from './use-uptime.ts';

/** The bars are full at these values. */
const fullDiskMb = 16_000;
const hottestC = 100;
const mostUnacked = 1_000;
const shareOf = (value: number | null, whole: number) => (value === null ? null : value / whole);
const bytesOfMb = (mb: number | null) => formatBytes(mb === null ? null : mb * 1024 ** 2);

const unreported = {
  cpuPct: null,
  memPct: null,
  diskFreeMb: null,
  boardTempC: null,
  unacked: null,
  bootedAt: null,
  clockSynced: null,
  clockBehindMs: null,
} as const;

/** Whether the robot's computer has room and time for its work. */
export function ComputerCard({ computer }: Pick<Diagnosis, 'computer'>) {
  const { t } = useTranslation('remote/diagnosis');
  const uptimeOf = useUptime();
  const now = useNow();
  const { cpuPct, memPct, diskFreeMb, boardTempC, unacked, bootedAt, clockSynced, clockBehindMs } =
    computer ?? unreported;
  return (
    <Card icon="data" title={t('computer.title')} at={computer?.at ?? null}>
      <dl className="dg-gauges">
        <Gauge
          name={t('computer.cpu')}
          figure="cpuPct"
          value={cpuPct}
          text={formatPercent(cpuPct)}
          share={shareOf(cpuPct, 100)}
        />
        <Gauge
          name={t('computer.memory')}
          figure="memPct"
          value={memPct}
          text={formatPercent(memPct)}
          share={shareOf(memPct, 100)}
        />
        <Gauge
          name={t('computer.disk')}
          figure="diskFreeMb"
          value={diskFreeMb}
          text={bytesOfMb(diskFreeMb)}
          share={shareOf(diskFreeMb, fullDiskMb)}
        />
        <Gauge
          name={t('computer.temperature')}
          figure="boardTempC"
          value={boardTempC}
          text={boardTempC === null ? unknown : `${formatNumber(boardTempC, 1)} °C`}
          share={shareOf(boardTempC, hottestC)}
        />
        <Gauge
          name={t('computer.unacked')}
          figure="unacked"
          value={unacked}
          text={formatNumber(unacked)}
          share={shareOf(unacked, mostUnacked)}
        />
      </dl>
      <dl className="dg-rows">
        <Row name={t('computer.uptime')}>
          <span title={formatTimeExact(bootedAt)}>{uptimeOf(bootedAt, now)}</span>
        </Row>
        <Row name={t('computer.clock')}>
          <Clock isSynced={clockSynced} behindMs={clockBehindMs} />
        </Row>
      </dl>
    </Card>
  );
}

function Clock({ isSynced, behindMs }: { isSynced: boolean | null; behindMs: number | null }) {
  const { t } = useTranslation('remote/diagnosis');
  const level = levelOf('clockMs', behindMs === null ? null : Math.abs(behindMs));
  const seconds = behindMs === null ? unknown : formatNumber(Math.abs(behindMs) / 1000, 1);
  const offset = t(behindMs !== null && behindMs < 0 ? 'computer.ahead' : 'computer.behind', { seconds });
  if (level === null && isSynced === null) return <span className="sl-unknown">{unknown}</span>;
  return (
    <span className="dg-clock">
      {isSynced !== null && (
        <StateMark
          {...levelMarks[isSynced ? 'good' : 'watch']}
          word={t(isSynced ? 'computer.synced' : 'computer.unsynced')}
        />
      )}
      {level &&
        (level === 'good' ? <small>{offset}</small> : <StateMark {...levelMarks[level]} word={offset} />)}
    </span>
  );
}
