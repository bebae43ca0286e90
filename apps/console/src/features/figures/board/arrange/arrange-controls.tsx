import { boardPeriods, type BoardPeriod, type PlacedBlock } from '@sweepline/contract';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../kit/ui/button.tsx';
import { Segments } from '../../../../kit/ui/segments.tsx';

interface Props {
  placed: PlacedBlock;
  sites: readonly { id: string; name: string }[];
  onMove: (by: number) => void;
  onChange: (change: Partial<PlacedBlock>) => void;
  onRemove: () => void;
}

const widths = ['1', '2', '3'] as const;

/** The controls of one block while the view is arranged: place, width, period, site, removal. */
export function ArrangeControls({ placed, sites, onMove, onChange, onRemove }: Props) {
  const { t } = useTranslation('figures/board');
  const { t: kit } = useTranslation('kit');
  const title = t(`questions.${placed.block}`);
  return (
    <div className="board-arrange" role="group" aria-label={title}>
      <strong>{title}</strong>
      <Button
        icon="left"
        look="quiet"
        aria-label={t('arrange.earlier', { title })}
        onClick={() => onMove(-1)}
      />
      <Button
        icon="right"
        look="quiet"
        aria-label={t('arrange.later', { title })}
        onClick={() => onMove(1)}
      />
      <Segments
        label={t('arrange.width')}
        value={widths[placed.width - 1] ?? '1'}
        options={widths.map((value) => ({ value, text: `${value}/3` }))}
        onChange={(value) => onChange({ width: Number(value) as PlacedBlock['width'] })}
      />
      <Select<BoardPeriod | undefined>
        aria-label={kit('period')}
        placeholder={t('arrange.pagePeriod')}
        value={placed.period ?? null}
        allowClear
        popupMatchSelectWidth={false}
        options={boardPeriods.map((value) => ({ value, label: kit(`periods.${value}`) }))}
        onChange={(period) => onChange({ period })}
      />
      <Select<string | undefined>
        aria-label={t('arrange.site')}
        placeholder={t('arrange.pageSite')}
        value={placed.siteId ?? null}
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        popupMatchSelectWidth={false}
        options={sites.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(siteId) => onChange({ siteId })}
      />
      <Button icon="trash" look="quiet" aria-label={t('arrange.remove', { title })} onClick={onRemove} />
    </div>
  );
}
