import { figureSteps, type WorkOrderFigureReport } from '@sweepline/contract';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAddress } from '../../../kit/list/use-address.ts';
import { Segments } from '../../../kit/ui/segments.tsx';
import { FigureTable, tableGroups, type TableGroup } from './figure-table.tsx';
import { OrderFigures, type ListSearch } from './order-figures.tsx';
import { FigureTrend } from './figure-trend.tsx';
import { figureNames, useFigureWords } from './figure-words.ts';

interface Props {
  report: WorkOrderFigureReport;
  by: TableGroup;
  step: (typeof figureSteps)[number];
  search: ListSearch;
}

/** The figures in total, along the period, and by group. What is shown is in the address. */
export function FigureReport({ report, by, step, search }: Props) {
  const { t } = useTranslation('service/figures');
  const [, setBy] = useAddress('by');
  return (
    <>
      <OrderFigures figures={report.total} search={search} />
      <TrendPart trend={report.trend} step={step} />
      <section className="order-figures-part">
        <header>
          <h2>{t('breakdown')}</h2>
          <Segments
            label={t('breakdown')}
            value={by}
            options={tableGroups.map((value) => ({ value, text: t(`by.${value}`) }))}
            onChange={setBy}
          />
        </header>
        <FigureTable by={by} rows={report.rows} search={search} />
      </section>
    </>
  );
}

function TrendPart({ trend, step }: Pick<WorkOrderFigureReport, 'trend'> & Pick<Props, 'step'>) {
  const { t } = useTranslation('service/figures');
  const { nameOf } = useFigureWords();
  const [figureName, setFigure] = useAddress('figure');
  const [, setStep] = useAddress('steps');
  const figure = figureNames.find((it) => it === figureName);
  return (
    <section className="order-figures-part">
      <header>
        <h2>{t('trend')}</h2>
        <Select
          aria-label={t('figure')}
          className="sl-filter"
          popupMatchSelectWidth={false}
          value={figure ?? ''}
          onChange={setFigure}
          options={[
            { value: '', label: t('counts.orders') },
            ...figureNames.map((value) => ({ value: value as string, label: nameOf(value) })),
          ]}
        />
        <Segments
          label={t('step')}
          value={step}
          options={figureSteps.map((value) => ({ value, text: t(`steps.${value}`) }))}
          onChange={setStep}
        />
      </header>
      <FigureTrend trend={trend} figure={figure} />
    </section>
  );
}
