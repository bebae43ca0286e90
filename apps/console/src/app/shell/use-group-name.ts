import { companyTypes } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../kit/api/session.ts';
import type { GroupName } from '../routes/nav-texts.ts';

/** What a group of the menu is called: a terminal company has no customers below it, so there the same pages are its own users. */
export function useGroupName(): (group: GroupName) => string {
  const { t } = useTranslation('app');
  const terminal = useSession()?.companyType === companyTypes.terminal;
  return (group) => (group === 'outerUsers' && terminal ? t('ownUsers') : t(`groups.${group}`));
}
