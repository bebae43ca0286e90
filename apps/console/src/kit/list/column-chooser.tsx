import { Checkbox, Popover } from 'antd';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';

interface Props {
  columns: readonly { key: string; title: string }[];
  /** Keys of the visible columns, in their order. */
  order: readonly string[];
  /** Whether the columns differ from the usual ones. */
  changed: boolean;
  /** How many of the visible columns are left out because the list is too narrow. */
  left: number;
  onChange: (order: readonly string[]) => void;
  /** Shows the columns that are left out too. */
  onAll: () => void;
  onUsual: () => void;
}

/** Chooses the visible columns of a list and their order. */
export function ColumnChooser({ columns, order, changed, left, onChange, onAll, onUsual }: Props) {
  const { t } = useTranslation('kit');
  const visible = order.flatMap((key) => columns.filter((column) => column.key === key));
  const others = columns.filter(({ key }) => !order.includes(key));
  const move = (key: string, by: number) => {
    const rest = order.filter((other) => other !== key);
    const place = order.indexOf(key) + by;
    onChange([...rest.slice(0, place), key, ...rest.slice(place)]);
  };
  const choices = (
    <div className="sl-column-choices">
      {visible.map(({ key, title }, place) => (
        <div key={key} className="sl-column-choice">
          <Checkbox checked onChange={() => onChange(order.filter((other) => other !== key))}>
            {title}
          </Checkbox>
          <Button
            look="quiet"
            icon="up"
            aria-label={t('columnUp', { column: title })}
            disabled={place === 0}
            onClick={() => move(key, -1)}
          />
          <Button
            look="quiet"
            icon="down"
            aria-label={t('columnDown', { column: title })}
            disabled={place === visible.length - 1}
            onClick={() => move(key, 1)}
          />
        </div>
      ))}
      {others.map(({ key, title }) => (
        <div key={key} className="sl-column-choice">
          <Checkbox checked={false} onChange={() => onChange([...order, key])}>
            {title}
          </Checkbox>
        </div>
      ))}
      {left > 0 && (
        <p className="sl-columns-left">
          {t('columnsLeft', { count: left })}
          <Button look="quiet" icon="expand" onClick={onAll}>
            {t('allColumns')}
          </Button>
        </p>
      )}
      {changed && (
        <Button look="quiet" icon="undo" onClick={onUsual}>
          {t('usualColumns')}
        </Button>
      )}
    </div>
  );
  return (
    <Popover trigger="click" placement="bottomRight" content={choices} arrow={false}>
      {left > 0 ? (
        <Button
          look="quiet"
          icon="columns"
          className="sl-columns-mark"
          title={`${t('columns')}: ${t('columnsHidden', { count: left })}`}
        >
          <span>{t('columnsHidden', { count: left })}</span>
        </Button>
      ) : (
        <Button look="quiet" icon="columns" aria-label={t('columns')} />
      )}
    </Popover>
  );
}
