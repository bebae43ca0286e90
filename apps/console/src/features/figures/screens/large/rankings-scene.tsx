import type { ScreenView } from '@sweepline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatArea } from '../../../../kit/format/format.ts';
import { ChartTable } from '../../../../kit/chart/chart-table.tsx';
import { PlainBar } from '../../../../kit/chart/plain-bar.tsx';
import { RobotName } from './robot-name.tsx';

interface Row {
  key: string;
  name: ReactNode;
  cleanedM2: number;
}

/** The sites and robots with the largest cleaned area of the last seven days. */
export function RankingsScene({ rankings }: { rankings: NonNullable<ScreenView['rankings']> }) {
  const { t } = useTranslation('figures/screens');
  const sites = rankings.sites.map(({ key, name, cleanedM2 }) => ({ key, cleanedM2, name: name ?? '—' }));
  const robots = rankings.robots.map(({ key, robot, cleanedM2 }) => ({
    key,
    cleanedM2,
    name: <RobotName robot={robot} />,
  }));
  if (sites.length + robots.length === 0) return <p className="large-empty">{t('large.noReports')}</p>;
  return (
    <div className="rankings-scene">
      <Ranking title={t('large.topSites')} column={t('columns.site')} rows={sites} />
      <Ranking title={t('large.topRobots')} column={t('columns.robot')} rows={robots} />
    </div>
  );
}

interface RankingProps {
  title: string;
  /** Names the column of the names. */
  column: string;
  rows: readonly Row[];
}

function Ranking({ title, column, rows }: RankingProps) {
  const { t } = useTranslation('figures/screens');
  const largest = Math.max(1, ...rows.map(({ cleanedM2 }) => cleanedM2));
  return (
    <section>
      <h3>{title}</h3>
      <ol aria-hidden="true">
        {rows.map(({ key, name, cleanedM2 }) => (
          <li key={key}>
            <span className="large-name">{name}</span>
            <span className="large-value">{formatArea(cleanedM2)}</span>
            <PlainBar share={cleanedM2 / largest} />
          </li>
        ))}
      </ol>
      <ChartTable
        caption={`${t('questions.rankings')} ${title}`}
        columns={[column, t('columns.cleaned')]}
        rows={rows.map(({ key, name, cleanedM2 }) => ({ key, cells: [name, formatArea(cleanedM2)] }))}
      />
    </section>
  );
}
