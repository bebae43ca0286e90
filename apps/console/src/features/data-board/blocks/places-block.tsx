import { statisticsCalls } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { BarList } from '../../../kit/chart/bar-list.tsx';
import { formatNumber } from '../../../kit/format/format.ts';
import { BoardBlock } from '../board-block.tsx';
import { useBoardQuery } from '../use-board-query.ts';
import { daysOf, type BlockProps } from './block.ts';

const maxRows = 8;

/** Where the robots are. A press on a site filters the page to it. */
export function PlacesBlock({ selection }: BlockProps) {
  const { t } = useTranslation('data-board');
  const query = useBoardQuery(statisticsCalls.regions, daysOf(selection));
  return (
    <BoardBlock
      question={t('questions.places')}
      query={query}
      emptyText={({ sites }) => (sites.length === 0 ? t('empty.places') : null)}
    >
      {({ sites }) => (
        <BarList
          label={t('questions.places')}
          rows={sites.slice(0, maxRows).map(({ id, name, devices, online }) => ({
            key: id,
            name,
            share: devices / Math.max(1, ...sites.map((site) => site.devices)),
            value: t('onlineOf', { online: formatNumber(online), total: formatNumber(devices) }),
          }))}
          onPress={(siteId) => selection.set({ siteId })}
        />
      )}
    </BoardBlock>
  );
}
