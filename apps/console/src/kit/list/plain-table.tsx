import type { ComponentProps } from 'react';
import './plain-table.css';

interface Props extends ComponentProps<'table'> {
  /** `framed`: on a page. `inline`: compact, without a frame, within a panel or dialog. `list`: like `DataTable`. */
  look?: keyof typeof classes;
  /** Where its columns do not fit, each row becomes a card. The `data-label` of a cell names its column there. */
  cards?: boolean;
}

const classes = {
  framed: 'sl-plain-table sl-plain-table-framed',
  inline: 'sl-plain-table sl-plain-table-inline',
  list: 'sl-table',
};

/** A small table within a page. It shows all its rows, without sorting, selection or paging. */
export function PlainTable({ look = 'framed', cards = false, className, ...rest }: Props) {
  const table = <table className={className ? `${classes[look]} ${className}` : classes[look]} {...rest} />;
  return cards ? <div className="sl-plain-table-cards">{table}</div> : table;
}
