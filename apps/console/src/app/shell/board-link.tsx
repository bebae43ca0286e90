import { companyFeatures, pages, permissions } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { may } from '../../kit/api/may.ts';
import { useSession } from '../../kit/api/session.ts';
import { Icon } from '../../kit/ui/icon.tsx';

/** The way to the data board. Companies with a view of their own call it differently. */
export function BoardLink() {
  const { t } = useTranslation('app');
  const user = useSession();
  if (!user || !may(permissions.home, user)) return null;
  const name = t(user.companyFeature === companyFeatures.custom ? 'enterpriseOverview' : 'dataOverview');
  return (
    <Link to={pages.board()} className="sl-button sl-button-quiet" title={name} aria-label={name}>
      <Icon name="data" size={16} />
      <span className="sl-wide-only">{name}</span>
    </Link>
  );
}
