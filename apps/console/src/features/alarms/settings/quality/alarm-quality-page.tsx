import { alarmQualityCalls, deviceModels, type Sent } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../kit/api/api.ts';
import { useAddress } from '../../../../kit/list/use-address.ts';
import { Empty } from '../../../../kit/ui/empty.tsx';
import { Failure } from '../../../../kit/ui/failure.tsx';
import { OverviewPage } from '../../../../kit/page/overview-page.tsx';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';
import { CompanySelect } from '../../../../shared/company-filter/company-select.tsx';
import { PeriodControls } from '../../../../shared/statistics/period-fields.tsx';
import { SiteDaysNote } from '../../../../shared/statistics/site-days-note.tsx';
import { usePeriod } from '../../../../shared/statistics/use-period.ts';
import { useSettingWords } from '../setting-words.ts';
import { NoisyCodes } from './noisy-codes.tsx';
import { QualityFigures } from './quality-figures.tsx';
import './alarm-quality.css';

type Model = Sent<typeof alarmQualityCalls.quality>['model'];

/** How well alarms serve the people who get them: how many, of what, how long, and how soon they are seen to. */
export function AlarmQualityPage() {
  const { t } = useTranslation('alarms/settings');
  const { models } = useSettingWords();
  const selection = usePeriod();
  const [modelName, setModel] = useAddress('model');
  const model: Model = deviceModels.find((each) => each === modelName);
  const { companyId } = selection.filter;
  const filter = { ...selection.days, ...(companyId && { companyId }), ...(model && { model }) };
  const { data, error, refetch, isFetching } = useQuery({
    ...callQuery(alarmQualityCalls.quality, filter),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const content = () => {
    if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
    if (!data) return <Skeleton lines={8} />;
    return (
      <>
        <QualityFigures quality={data} />
        {data.codes.length > 0 ? (
          <NoisyCodes quality={data} companyId={companyId} model={model} />
        ) : (
          <Empty icon="check" title={t('quality.none')} hint={t('quality.noneHint')} />
        )}
      </>
    );
  };
  return (
    <OverviewPage title={t('quality.title')} note={t('quality.note')} busy={isFetching}>
      <div className="statistics-filters" role="search">
        <PeriodControls selection={selection} />
        <SiteDaysNote selection={selection} />
        <CompanySelect
          label={t('company')}
          value={companyId}
          onChange={(next) => selection.set({ companyId: next })}
        />
        <Select
          aria-label={t('model')}
          placeholder={t('model')}
          className="sl-filter"
          allowClear
          value={model ?? null}
          onChange={(next: string | null) => setModel(next ?? '')}
          options={models}
        />
      </div>
      {content()}
    </OverviewPage>
  );
}
