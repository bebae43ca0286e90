import { otaPackageCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../kit/api/api.ts';
import { ChoiceFilter } from '../../../../kit/list/filter/choice-filter.tsx';

/** Narrows the list to one package, by name. */
export function PackageFilter() {
  const { t } = useTranslation('updates/rollouts');
  const { data } = useQuery({
    ...callQuery(otaPackageCalls.list, { pageSize: 99 }),
    meta: { silent: true },
  });
  const options = (data?.list ?? []).map(({ id, name, version }) => ({
    value: id,
    label: `${name} · ${version}`,
  }));
  return <ChoiceFilter name="packageId" label={t('package')} options={options} />;
}
