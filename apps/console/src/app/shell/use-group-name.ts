import { companyTypes } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../kit/api/session.ts';
import type { GroupName } from '../routes/nav-texts.ts';

/** The name of a menu group. A terminal company has no customers, so the pages of `customers` list its own users. */
export function useGroupName(): (group: GroupName) => string {
  const { t } = useTranslation('app');
  const terminal = useSession()?.companyType === companyTypes.terminal;
  return (group) => (group === 'customers' && terminal ? t('ownUsers') : t(`groups.${group}`));
}
