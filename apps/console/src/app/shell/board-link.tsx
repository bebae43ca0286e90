import { pages, permissions } from '@sweepline/contract';
import { Link } from 'react-router';
import { may } from '../../kit/api/may.ts';
import { useSession } from '../../kit/api/session.ts';
import { useRouteTitle } from './use-route-title.ts';
import { Icon } from '../../kit/ui/icon.tsx';

/** The way to the data board. */
export function BoardLink() {
  const routeTitle = useRouteTitle();
  const user = useSession();
  if (!user || !may(permissions.home, user)) return null;
  const name = routeTitle('board');
  return (
    <Link to={pages.board()} className="sl-button sl-button-quiet" title={name} aria-label={name}>
      <Icon name="data" size={16} />
      <span className="sl-wide-only">{name}</span>
    </Link>
  );
}
