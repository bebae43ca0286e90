import { Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import type { IconName } from '../ui/icons.ts';

export interface MenuItem {
  key: string;
  text: string;
  icon?: IconName;
  danger?: boolean;
  run: () => void;
}

interface Props {
  /** The name of the row, for screen readers. */
  label: string;
  /** False and null items are left out, for example those without permission. Without items there is no button. */
  items: (MenuItem | false | null | undefined)[];
}

/** A menu of further actions of a row or a page. */
export function RowMenu({ label, items }: Props) {
  const { t } = useTranslation('kit');
  const offered = items.filter((item): item is MenuItem => Boolean(item));
  if (offered.length === 0) return null;
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: offered.map(({ key, text, icon, danger = false }) => ({
          key,
          label: text,
          danger,
          icon: icon && <Icon name={icon} size={15} />,
        })),
        onClick: ({ key }) => offered.find((item) => item.key === key)?.run(),
      }}
    >
      <Button look="quiet" icon="more" aria-label={t('moreFor', { name: label })} />
    </Dropdown>
  );
}
