import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { FilterContext } from './filter-context.ts';
import type { List } from '../use-list.ts';
import './filter-bar.css';

interface Props {
  list: List;
  /** The filters that are always visible. */
  children?: ReactNode;
  /** The filters behind "More filters". */
  more?: ReactNode;
  /** Controls at the end of the bar, for saved views and columns. */
  end?: ReactNode;
}

/** The filters of a list, the rarer ones behind a button, and a chip for each active filter. */
export function FilterBar({ list, children, more, end }: Props) {
  const { t } = useTranslation('kit');
  const [chips, setChips] = useState<HTMLElement | null>(null);
  const [open, setOpen] = useState(false);
  return (
    <FilterContext value={{ list, chips }}>
      <div className="sl-filters" role="search">
        {children}
        {more && (
          <Button look="quiet" icon="filter" aria-expanded={open} onClick={() => setOpen(!open)}>
            {t('moreFilters')}
          </Button>
        )}
        <span className="sl-filters-end">{end}</span>
      </div>
      {more && (
        <div className="sl-filters sl-filters-more" hidden={!open}>
          {more}
        </div>
      )}
      <div className="sl-chips">
        <span ref={setChips} />
        {list.filtered && (
          <Button look="quiet" onClick={list.clearFilters}>
            {t('clearFilters')}
          </Button>
        )}
      </div>
    </FilterContext>
  );
}
