import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../format/format.ts';
import { usePageKeys } from '../keys/page-keys.ts';
import './tabs.css';

interface Props<V extends string> {
  label: string;
  value: V;
  /** `count` is the number of rows in the tab; undefined while it is unknown, and where none is shown. */
  options: readonly { value: V; text: string; count?: number | undefined }[];
  /** Store the choice in the address (`useAddress`), so that a link to a tab can be shared. */
  onChange: (value: V) => void;
  /** Below other tabs, for the parts of one of them. */
  isInner?: boolean;
}

function scrollSideways(strip: HTMLElement, tab: HTMLElement) {
  const [outer, inner] = [strip.getBoundingClientRect(), tab.getBoundingClientRect()];
  if (inner.left >= outer.left && inner.right <= outer.right) return;
  strip.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
}

/** The tabs of a detail page. The left and right arrow keys move between them. */
export function Tabs<V extends string>({ label, value, options, onChange, isInner }: Props<V>) {
  const { t } = useTranslation('kit');
  const id = useId();
  usePageKeys(t('tabKeys.title'), [{ text: t('tabKeys.move'), keys: 'ArrowLeft / ArrowRight' }]);
  useEffect(() => {
    // On a phone the tab of an address may be beside the visible part of the strip. The page itself does not scroll.
    const tab = document.getElementById(`${id}${value}`);
    if (tab?.parentElement) scrollSideways(tab.parentElement, tab);
  }, [id, value]);
  const move = (by: number, from: number) => {
    const next = options[(from + by + options.length) % options.length];
    if (!next) return;
    onChange(next.value);
    document.getElementById(`${id}${next.value}`)?.focus();
  };
  return (
    <div className={isInner ? 'sl-tabs sl-tabs-inner' : 'sl-tabs'} role="tablist" aria-label={label}>
      {options.map((option, index) => (
        <button
          key={option.value}
          id={`${id}${option.value}`}
          type="button"
          role="tab"
          aria-selected={option.value === value}
          tabIndex={option.value === value ? 0 : -1}
          onClick={() => onChange(option.value)}
          onKeyDown={({ key }) => {
            if (key === 'ArrowRight') move(1, index);
            if (key === 'ArrowLeft') move(-1, index);
          }}
        >
          {option.text}
          {option.count !== undefined && <span className="sl-count">{formatNumber(option.count)}</span>}
        </button>
      ))}
    </div>
  );
}
