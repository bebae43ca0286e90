import { checklistLimits, type CheckItem } from '@sweepline/contract';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import { moved, newPoint } from './point-draft.ts';
import { PointFields } from './point-fields.tsx';

interface Props {
  items: CheckItem[];
  readOnly: boolean;
  onChange: (items: CheckItem[]) => void;
}

/** The points in their order. Alt with an arrow key, or the two buttons, move a point. */
export function PointList({ items, readOnly, onChange }: Props) {
  const { t } = useTranslation('service/checklists');
  const list = useRef<HTMLOListElement>(null);
  const move = (from: number, to: number) => {
    if (to >= 0 && to < items.length) onChange(moved(items, from, to));
  };
  const add = () => {
    onChange([...items, newPoint()]);
    // The field exists after the next paint.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLInputElement>(':scope > li:last-child input')?.focus(),
    );
  };
  return (
    <div className="checklist-points">
      <ol ref={list} aria-label={t('points')}>
        {items.map((item, place) => (
          <li key={item.id}>
            <PointFields
              item={item}
              place={place}
              readOnly={readOnly}
              onChange={(changed) => onChange(items.with(place, changed))}
              onMove={(by) => move(place, place + by)}
            />
            {!readOnly && (
              <span className="checklist-moves">
                <Button
                  look="quiet"
                  icon="up"
                  aria-label={t('moveUp', { number: place + 1 })}
                  disabled={place === 0}
                  onClick={() => move(place, place - 1)}
                />
                <Button
                  look="quiet"
                  icon="down"
                  aria-label={t('moveDown', { number: place + 1 })}
                  disabled={place === items.length - 1}
                  onClick={() => move(place, place + 1)}
                />
                <Button
                  look="quiet"
                  icon="trash"
                  aria-label={t('removePoint', { number: place + 1 })}
                  onClick={() => onChange(items.toSpliced(place, 1))}
                />
              </span>
            )}
          </li>
        ))}
      </ol>
      {!readOnly && items.length < checklistLimits.items && (
        <Button icon="plus" onClick={add}>
          {t('addPoint')}
        </Button>
      )}
      {!readOnly && items.length > 1 && <small className="checklist-hint">{t('moveHint')}</small>}
    </div>
  );
}
