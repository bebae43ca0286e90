import { warrantyEnd, warrantyStateAt, type Device } from '@sweepline/contract';
import type { TFunction } from 'i18next';
import type { Column } from '../../../../kit/list/column.ts';
import { formatDate, unknown } from '../../../../kit/format/format.ts';
import { Level } from '../../../../kit/ui/level.tsx';
import type { useWords } from '../../../../shared/words/use-words.ts';
import { DeviceDaysLeft } from '../device-days-left.tsx';
import { DeviceScoreCell } from '../device-scores.tsx';

/** Columns that are hidden until chosen in the column chooser. */
export const rareColumns = (
  t: TFunction<'devices/devices'>,
  word: ReturnType<typeof useWords>['word'],
): Column<Device>[] => [
  { key: 'model', title: t('model'), cell: (row) => row.model },
  { key: 'company', title: t('company'), cell: (row) => row.companyName },
  { key: 'group', title: t('group'), cell: (row) => row.group?.name ?? unknown },
  {
    key: 'cleanWater',
    title: t('cleanWater'),
    cell: ({ live }) => <Level label={t('cleanWater')} tone="moving" value={live.cleanWaterPct} />,
  },
  {
    key: 'dirtyWater',
    title: t('dirtyWater'),
    cell: ({ live }) => <Level label={t('dirtyWater')} tone="quiet" value={live.dirtyWaterPct} />,
  },
  {
    key: 'dustBag',
    title: t('dustBag'),
    cell: ({ live }) => <Level label={t('dustBag')} tone="quiet" value={live.dustBagPct} />,
  },
  {
    key: 'network',
    title: t('network'),
    cell: ({ live }) => (live.networkMode ? word('network', live.networkMode) : unknown),
  },
  {
    key: 'cleaning',
    title: t('mode'),
    cell: ({ live }) => (live.cleaningMode ? word('cleaningMode', live.cleaningMode) : unknown),
  },
  { key: 'software', title: t('software'), cell: (row) => row.softwareVersion ?? unknown },
  { key: 'hardware', title: t('hardware'), cell: (row) => row.hardwareVersion ?? unknown },
  { key: 'iccid', title: t('iccid'), cell: (row) => row.iccid ?? unknown },
  { key: 'binding', title: t('binding'), cell: (row) => word('binding', row.binding) },
  {
    key: 'activated',
    title: t('activated'),
    sort: 'activatedAt',
    cell: (row) => formatDate(row.activatedAt),
  },
  {
    key: 'usableUntil',
    title: t('usableUntil'),
    sort: 'usableUntil',
    cell: (row) => formatDate(row.usableUntil),
  },
  {
    key: 'daysLeft',
    title: t('daysLeft'),
    sort: 'usableUntil',
    cell: (row) => <DeviceDaysLeft until={row.usableUntil} />,
  },
  { key: 'score', title: t('score'), numeric: true, cell: ({ id }) => <DeviceScoreCell id={id} /> },
  {
    key: 'warranty',
    title: t('warranty'),
    cell: ({ warranty }) => (warranty ? word('warranty', warrantyStateAt(warranty, new Date())) : unknown),
  },
  {
    key: 'warrantyEnd',
    title: t('warrantyEnd'),
    cell: ({ warranty }) => (warranty ? formatDate(warrantyEnd(warranty)) : unknown),
  },
  { key: 'inventory', title: t('inventory'), cell: (row) => word('inventory', row.inventory) },
  { key: 'useStatus', title: t('useStatus'), cell: (row) => word('useStatus', row.useStatus) },
  { key: 'usageType', title: t('usageType'), cell: (row) => word('usageType', row.usageType) },
  { key: 'tags', title: t('tags'), cell: (row) => row.tags.join(', ') || unknown },
];
