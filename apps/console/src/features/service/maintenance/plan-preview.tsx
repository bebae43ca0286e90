import { maintenancePlanCalls } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { formatDate, formatNumber } from '../../../kit/format/format.ts';
import { PlainTable } from '../../../kit/list/plain-table.tsx';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { dueLooks } from './maintenance-looks.ts';
import { useMaintenanceWords } from './use-maintenance-words.ts';

const noTargets = { models: [], groupIds: [], siteIds: [], deviceIds: [] };

/** When each robot would be due by the fields of the form, before they are saved. */
export function PlanPreview({ planId }: { planId: string | undefined }) {
  const { t } = useTranslation('service/maintenance');
  const words = useMaintenanceWords();
  const form = Form.useFormInstance();
  const values = useDeferredValue(Form.useWatch([], form) as Record<string, unknown> | undefined);
  const { triggers, models, groupIds, siteIds, deviceIds, leadDays } = { ...noTargets, ...values } as Record<
    string,
    unknown
  >;
  const input = maintenancePlanCalls.preview.input.safeParse({
    ...(planId !== undefined && { id: planId }),
    triggers,
    models,
    groupIds,
    siteIds,
    deviceIds,
    leadDays,
  });
  const hasTarget = [models, groupIds, siteIds, deviceIds].some(
    (ids) => Array.isArray(ids) && ids.length > 0,
  );
  const isReady = input.success && hasTarget;
  const { data, error } = useQuery({
    ...callQuery(maintenancePlanCalls.preview, input.data ?? { triggers: [] }),
    enabled: isReady,
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const content = () => {
    if (!isReady) return <p>{t('previewHint')}</p>;
    if (error) return <p role="alert">{error.message}</p>;
    if (!data) return <p>{t('previewing')}</p>;
    if (data.total === 0) return <p>{t('previewNone')}</p>;
    return (
      <PlainTable look="inline">
        <thead>
          <tr>
            <th>{t('robot')}</th>
            <th>{t('dueOn')}</th>
            <th>{t('state')}</th>
          </tr>
        </thead>
        <tbody>
          {data.list.map(({ device, site, dueAt, reason, state }) => (
            <tr key={device.id}>
              <td>
                {device.name}
                {site && <small>{site.name}</small>}
              </td>
              <td>
                {formatDate(dueAt)}
                {reason && <small>{words.reason(reason)}</small>}
              </td>
              <td>
                <StateMark {...dueLooks[state]} word={t(`dueStates.${state}`)} />
              </td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    );
  };
  const listed = data?.list.length ?? 0;
  return (
    <section className="maintenance-preview" aria-live="polite">
      <h2>{t('preview')}</h2>
      {content()}
      {isReady && data && data.total > listed && (
        <p>{t('previewMore', { shown: formatNumber(listed), total: formatNumber(data.total) })}</p>
      )}
    </section>
  );
}
