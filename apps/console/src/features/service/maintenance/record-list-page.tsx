import { useTranslation } from 'react-i18next';
import { CompanyFilter } from '../../../shared/company-filter/company-filter.tsx';
import { RecordList } from './record-list.tsx';
import './maintenance.css';

/** The maintenance records of all robots. */
export function RecordListPage() {
  const { t } = useTranslation('service/maintenance');
  return <RecordList filters={<CompanyFilter label={t('company')} />} />;
}
