import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../kit/ui/button.tsx';

/** More rows than this at once are hard to read and slow to render. */
const atOnce = 100;

/** The first rows of a list, and a last row that shows as many again while there are more. */
export function useMoreRows<T>(rows: readonly T[]) {
  const { t } = useTranslation('places/maps');
  const [limit, setLimit] = useState(atOnce);
  const left = rows.length - limit;
  return {
    visibleRows: rows.slice(0, limit),
    more: left > 0 && (
      <li>
        <Button look="quiet" onClick={() => setLimit(limit + atOnce)}>
          {t('editor.more', { count: Math.min(left, atOnce) })}
        </Button>
      </li>
    ),
  };
}
