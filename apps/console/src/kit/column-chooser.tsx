import { Checkbox, Popover } from 'antd';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';

interface Props {
  columns: readonly { key: string; title: string }[];
  shown: ReadonlySet<string>;
  onChange: (key: string, shown: boolean) => void;
}

/** Which columns a list shows. */
export function ColumnChooser({ columns, shown, onChange }: Props) {
  const { t } = useTranslation('kit');
  const choices = (
    <div className="sl-column-choices">
      {columns.map(({ key, title }) => (
        <Checkbox
          key={key}
          checked={shown.has(key)}
          onChange={(event) => onChange(key, event.target.checked)}
        >
          {title}
        </Checkbox>
      ))}
    </div>
  );
  return (
    <Popover trigger="click" placement="bottomRight" content={choices} arrow={false}>
      <Button look="quiet" icon="columns" aria-label={t('columns')} />
    </Popover>
  );
}
