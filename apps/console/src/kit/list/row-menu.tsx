import { Dropdown } from 'antd';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import type { IconName } from '../ui/icons.ts';

export interface MenuItem {
  key: string;
  text: string;
  icon?: IconName;
  danger?: boolean;
  /** A line above it separates it from the items before it. */
  separate?: boolean;
  run: () => void;
}

/** Rare or dangerous acts, one step further away than the daily ones. */
interface MenuGroup extends Pick<MenuItem, 'key' | 'text' | 'icon' | 'separate'> {
  items: readonly MenuItem[];
}

interface Props {
  /** The name of the row, for screen readers. */
  label: string;
  /** False and null items are left out, for example those without permission. Without items there is no button. */
  items: readonly (MenuItem | MenuGroup | false | null | undefined)[];
  /** The button that opens it, instead of the three dots. */
  children?: ReactElement;
}

const entryOf = ({ key, text, icon, danger = false }: Omit<MenuItem, 'run'>) => ({
  key,
  label: text,
  danger,
  icon: icon && <Icon name={icon} size={15} />,
});

const entriesOf = (item: MenuItem | MenuGroup) => [
  ...(item.separate ? [{ type: 'divider' as const }] : []),
  'items' in item ? { ...entryOf(item), children: item.items.map(entryOf) } : entryOf(item),
];

/** A menu of further actions of a row or a page, or the menu of another button. */
export function RowMenu({ label, items, children }: Props) {
  const { t } = useTranslation('kit');
  const offered = items.flatMap((item) => {
    const isEmpty = !item || ('items' in item && item.items.length === 0);
    return isEmpty ? [] : [item];
  });
  const acts = offered.flatMap((item) => ('items' in item ? item.items : [item]));
  if (offered.length === 0) return null;
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: offered.flatMap(entriesOf),
        onClick: ({ key }) => acts.find((item) => item.key === key)?.run(),
      }}
    >
      {children ?? <Button look="quiet" icon="more" aria-label={t('moreFor', { name: label })} />}
    </Dropdown>
  );
}
