import { Ago } from '../format/ago.tsx';

/** When something was done, and below that by whom: a cell of a list. */
export const AgoBy = ({ at, by }: { at: string; by: string }) => (
  <>
    <Ago at={at} />
    <small>{by}</small>
  </>
);
