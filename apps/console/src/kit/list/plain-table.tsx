import type { ComponentProps } from 'react';
import './plain-table.css';

interface Props extends ComponentProps<'table'> {
  /** `framed`: on a page. `inline`: compact, without a frame, within a panel or dialog. `list`: like `DataTable`. */
  look?: keyof typeof classes;
}

const classes = {
  framed: 'sl-plain-table sl-plain-table-framed',
  inline: 'sl-plain-table sl-plain-table-inline',
  list: 'sl-table',
};

/** A small table within a page. It shows all its rows, without sorting, selection or paging. */
export const PlainTable = ({ look = 'framed', className, ...rest }: Props) => (
  <table className={className ? `${classes[look]} ${className}` : classes[look]} {...rest} />
);
