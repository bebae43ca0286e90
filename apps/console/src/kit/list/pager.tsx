import { pageSizes } from '@sweepline/contract';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { formatNumber } from '../format/format.ts';
import { Jumper } from './jumper.tsx';
import { pageWindow } from './page-window.ts';
import './pager.css';

interface Props {
  /** Null while it is unknown. No total is shown then. */
  total: number | null;
  page: number;
  pageSize: number;
  onChange: (page: number, pageSize: number) => void;
}

/** Total, page sizes, previous, page numbers, next and jumper. A list that fits its smallest page has the total alone. */
export function Pager({ total, page, pageSize, onChange }: Props) {
  const { t } = useTranslation('kit');
  // Without another page or size there is nothing to choose.
  const isOnePage = total !== null && total <= Math.min(...pageSizes) && page === 1;
  return (
    <nav className="sl-pager" aria-label={t('pages')}>
      <span className="sl-pager-total">
        {total !== null && t('total', { count: total, shown: formatNumber(total) })}
      </span>
      {!isOnePage && <PageChoice {...{ total, page, pageSize, onChange }} />}
    </nav>
  );
}

function PageChoice({ total, page, pageSize, onChange }: Props) {
  const { t } = useTranslation('kit');
  const pages = total === null ? page : Math.max(1, Math.ceil(total / pageSize));
  const numbers = pageWindow(page, pages);
  return (
    <>
      <Select<number>
        aria-label={t('rowsPerPage')}
        value={pageSize}
        onChange={(size) => onChange(1, size)}
        options={pageSizes.map((size) => ({ value: size, label: t('perPage', { size }) }))}
        popupMatchSelectWidth={false}
      />
      <Button
        look="quiet"
        icon="left"
        aria-label={t('previous')}
        disabled={page <= 1}
        onClick={() => onChange(page - 1, pageSize)}
      />
      {numbers.map((number, index) =>
        number === null ? (
          <span key={`gap after ${numbers[index - 1]}`} className="sl-pager-gap">
            …
          </span>
        ) : (
          <button
            key={number}
            type="button"
            className="sl-pager-page"
            aria-current={number === page ? 'page' : undefined}
            onClick={() => onChange(number, pageSize)}
          >
            {formatNumber(number)}
          </button>
        ),
      )}
      <Button
        look="quiet"
        icon="right"
        aria-label={t('next')}
        disabled={page >= pages}
        onClick={() => onChange(page + 1, pageSize)}
      />
      {pages > 1 && <Jumper pages={pages} onJump={(number) => onChange(number, pageSize)} />}
    </>
  );
}
