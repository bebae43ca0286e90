import { otaPackageCalls, pages } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { callQuery } from '../../../../kit/api/api.ts';
import { formatBytes } from '../../../../kit/format/format.ts';
import { PlanField } from './plan-field.tsx';
import type { StepProps } from './step-props.ts';

/** The package and the name of the rollout. */
export function PackageStep({ draft, onChange, chosen }: StepProps) {
  const { t } = useTranslation('updates/rollouts');
  const { t: updates } = useTranslation('updates');
  const [keyword, setKeyword] = useState('');
  const { data } = useQuery({
    ...callQuery(otaPackageCalls.list, { state: ['PUBLISHED'], pageSize: 50, ...(keyword && { keyword }) }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const offered = data?.list ?? [];
  const rows = chosen && offered.every(({ id }) => id !== chosen.id) ? [chosen, ...offered] : offered;
  return (
    <>
      <PlanField name="packageId" label={t('package')} hint={t('packageHint')}>
        {(id) => (
          <Select
            id={id}
            value={draft.packageId}
            // The robots of a rollback are those that this package updated.
            disabled={draft.rollbackOf !== undefined}
            placeholder={t('choosePackage')}
            showSearch={{ onSearch: setKeyword, filterOption: false }}
            options={rows.map((row) => ({ value: row.id, label: `${row.name} · ${row.version}` }))}
            onChange={(packageId: string) => onChange({ packageId })}
          />
        )}
      </PlanField>
      {chosen && (
        <p className="rollout-note">
          {[
            updates(`type.${chosen.pkgType}`),
            chosen.version,
            chosen.models.join(', '),
            formatBytes(chosen.bytes),
          ].join(' · ')}{' '}
          <Link to={pages.otaPackage({ id: chosen.id })}>{t('openPackage')}</Link>
        </p>
      )}
      {chosen?.forced && <p className="rollout-warning">{t('packageForced')}</p>}
      <PlanField name="name" label={t('name')} hint={t('nameHint')}>
        {(id) => (
          <Input
            id={id}
            maxLength={80}
            value={draft.name ?? chosen?.name ?? ''}
            onChange={({ target }) => onChange({ name: target.value })}
          />
        )}
      </PlanField>
    </>
  );
}
