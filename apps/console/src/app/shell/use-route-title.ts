import { companyFeatures } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../kit/api/session.ts';
import type { RouteTitle } from '../routes/nav-texts.ts';

/** The name of a page. Companies with a view of their own call the data board differently. */
export function useRouteTitle(): (title: RouteTitle) => string {
  const { t } = useTranslation('app');
  const isCustom = useSession()?.companyFeature === companyFeatures.custom;
  return (title) => (title === 'board' && isCustom ? t('enterpriseOverview') : t(`titles.${title}`));
}
