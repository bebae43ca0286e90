import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import { Figure } from '../../../kit/ui/figure.tsx';
import { formatMetres, unknown } from '../../../kit/format/format.ts';
import { PlainTable } from '../../../kit/list/plain-table.tsx';
import type { DraftPair } from './align-dialog.tsx';

interface Props {
  pairs: readonly DraftPair[];
  /** Residual error of each pair, metres. */
  residuals: readonly (number | undefined)[];
  active: number;
  onActive: (index: number) => void;
  onChange: (pairs: DraftPair[]) => void;
}

const fields = [
  { side: 'map', axis: 'x', digits: 2 },
  { side: 'map', axis: 'y', digits: 2 },
  { side: 'plan', axis: 'x', digits: 0 },
  { side: 'plan', axis: 'y', digits: 0 },
] as const;

/** The pairs as numbers, to correct them or to enter them without a pointer. */
export function AlignPairs({ pairs, residuals, active, onActive, onChange }: Props) {
  const { t } = useTranslation('places/sites');
  const put = (i: number, side: 'map' | 'plan', axis: 'x' | 'y', text: string) => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isFinite(value)) return;
    onChange(
      pairs.with(i, {
        ...pairs[i],
        [side]: { x: 0, y: 0, ...pairs[i]?.[side], [axis]: value },
      }) as DraftPair[],
    );
  };
  const rows = pairs.map((pair, i) => ({ n: i + 1, i, pair }));
  return (
    <PlainTable look="inline" className="site-pairs">
      <thead>
        <tr>
          <th>{t('place')}</th>
          {fields.map(({ side, axis }) => (
            <th key={`${side}${axis}`}>{t(`fields.${side}.${axis}`)}</th>
          ))}
          <th>{t('residual')}</th>
          <th>
            <span className="sl-sr-only">{t('removePlace')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ n, i, pair }) => (
          <tr key={n} data-active={i === active || undefined}>
            <td>
              <label>
                <input type="radio" name="pair" checked={i === active} onChange={() => onActive(i)} /> {i + 1}
              </label>
            </td>
            {fields.map(({ side, axis, digits }) => (
              <td key={`${side}${axis} ${pair[side]?.[axis] ?? ''}`}>
                <input
                  className="sl-input"
                  inputMode="decimal"
                  aria-label={`${i + 1} ${t(`fields.${side}.${axis}`)}`}
                  defaultValue={pair[side]?.[axis].toFixed(digits) ?? ''}
                  onFocus={() => onActive(i)}
                  onBlur={({ target }) => put(i, side, axis, target.value)}
                />
              </td>
            ))}
            <td>{residuals[i] === undefined ? unknown : <Figure value={formatMetres(residuals[i])} />}</td>
            <td>
              <Button
                look="quiet"
                icon="close"
                aria-label={t('removePlaceOf', { n: i + 1 })}
                disabled={pairs.length === 1 && !pair.map && !pair.plan}
                onClick={() => {
                  const remaining = pairs.toSpliced(i, 1);
                  onChange(remaining.length > 0 ? remaining : [{}]);
                  onActive(Math.max(0, Math.min(active, remaining.length - 1)));
                }}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}
