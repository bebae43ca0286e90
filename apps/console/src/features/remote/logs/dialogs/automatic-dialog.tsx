import { alarmLogMinutes, logCollectionCalls, type LogCollection } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Form, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../kit/api/api.ts';
import { Dialog } from '../../../../kit/form/dialog.tsx';
import { FormDialog } from '../../../../kit/form/form-dialog.tsx';
import { formatBytes, formatNumber } from '../../../../kit/format/format.ts';
import { Failure } from '../../../../kit/ui/failure.tsx';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';
import {
  useCompanyChoices,
  useSeesCompanies,
} from '../../../../shared/company-filter/use-company-choices.ts';

const levels = [1, 2, 3, 4, 5];

interface Props {
  /** The company of the list's filter; the caller's own without it. */
  companyId: string | undefined;
  onClose: () => void;
}

/** Decides for a company which alarms bring the logs of their robots by themselves. */
export function AutomaticDialog({ companyId: first, onClose }: Props) {
  const { t } = useTranslation('remote/logs');
  const [companyId, setCompanyId] = useState(first);
  const query = useQuery(callQuery(logCollectionCalls.detail, companyId ? { companyId } : {}));
  if (!query.data)
    return (
      <Dialog open title={t('automaticTitle')} footer={null} onCancel={onClose}>
        {query.error ? (
          <Failure error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton lines={5} />
        )}
      </Dialog>
    );
  const { minLevel, dailyMegabytes, version, ...collection } = query.data;
  return (
    <FormDialog
      key={collection.companyId}
      title={t('automaticTitle')}
      call={logCollectionCalls.update}
      submit={t('save')}
      initial={{ companyId: collection.companyId, minLevel, dailyMegabytes, version }}
      onClose={onClose}
    >
      <CompanyField collection={collection} onChange={setCompanyId} />
      <p>{t('automaticHint', { company: collection.companyName, minutes: alarmLogMinutes })}</p>
      <Form.Item name="minLevel" label={t('fromLevel')}>
        <Select
          options={[
            { value: null, label: t('never') },
            ...levels.map((level) => ({ value: level, label: t('levelFrom', { level }) })),
          ]}
        />
      </Form.Item>
      <Form.Item name="dailyMegabytes" label={t('budget')} extra={t('budgetHint')}>
        <InputNumber min={1} max={10_000} precision={0} />
      </Form.Item>
      <Used used={collection.used} />
    </FormDialog>
  );
}

interface CompanyProps {
  collection: Pick<LogCollection, 'companyId' | 'companyName'>;
  onChange: (companyId: string) => void;
}

/** Only for people with companies below theirs. */
function CompanyField({ collection: { companyId, companyName }, onChange }: CompanyProps) {
  const { t } = useTranslation('remote/logs');
  const seesOthers = useSeesCompanies();
  const { options, search } = useCompanyChoices();
  if (!seesOthers) return null;
  const isListed = options.some(({ value }) => value === companyId);
  return (
    <Form.Item label={t('company')}>
      <Select
        value={companyId}
        options={isListed ? options : [{ value: companyId, label: companyName }, ...options]}
        showSearch={{ onSearch: search, filterOption: false }}
        onChange={onChange}
      />
    </Form.Item>
  );
}

function Used({ used: { logs, bytes, robotsAtBudget } }: { used: LogCollection['used'] }) {
  const { t } = useTranslation('remote/logs');
  return (
    <p className="log-used">
      {t('used', { count: logs, number: formatNumber(logs), size: formatBytes(bytes) })}
      {robotsAtBudget > 0 && (
        <strong>{t('atBudget', { count: robotsAtBudget, number: formatNumber(robotsAtBudget) })}</strong>
      )}
    </p>
  );
}
