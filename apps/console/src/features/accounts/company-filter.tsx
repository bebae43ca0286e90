import { useTranslation } from 'react-i18next';
import { ChoiceFilter } from '../../kit/choice-filter.tsx';
import { useCompanyChoices } from '../../kit/use-company-choices.ts';

export function CompanyFilter() {
  const { t } = useTranslation('accounts');
  const { options, search } = useCompanyChoices();
  return <ChoiceFilter name="companyId" label={t('company')} options={options} onSearch={search} />;
}
