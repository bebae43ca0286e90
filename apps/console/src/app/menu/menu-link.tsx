import type { MenuPin } from '@sweepline/contract';
import { Link } from 'react-router';
import type { MenuPins } from '../../kit/api/use-menu-pins.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Icon } from '../../kit/ui/icon.tsx';
import type { IconName } from '../../kit/ui/icons.ts';

interface Props {
  pin: MenuPin;
  title: string;
  icon: IconName | undefined;
  isActive: boolean;
  pins: MenuPins;
}

/** An entry of the menu. A star beside it pins it to the top, or lets it go. */
export function MenuLink({ pin, title, icon, isActive, pins }: Props) {
  const { page: pathname, query: search } = pin;
  return (
    <li className="sl-menu-entry">
      <Link
        to={{ pathname, search }}
        className="sl-menu-link"
        title={title}
        aria-current={isActive ? 'page' : undefined}
      >
        {icon && <Icon name={icon} />}
        <span>{title}</span>
      </Link>
      <Button look="quiet" icon="star" className="sl-menu-pin" {...pins.switchOf(pin, title)} />
    </li>
  );
}
