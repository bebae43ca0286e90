import { Link } from 'react-router';
import { Icon } from '../../kit/ui/icon.tsx';
import { useRouteTitle } from './use-route-title.ts';
import type { Route } from '../routes/routes.tsx';

export function MenuLink({ route, active }: { route: Route; active: string | undefined }) {
  const title = useRouteTitle()(route.title);
  return (
    <li>
      <Link
        to={route.path}
        className="sl-menu-link"
        title={title}
        aria-current={route.path === active ? 'page' : undefined}
      >
        {route.icon && <Icon name={route.icon} />}
        <span>{title}</span>
      </Link>
    </li>
  );
}
