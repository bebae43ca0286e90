import { Ago } from '../format/ago.tsx';

/** A list cell: the time of a change, and its author below. */
export const AgoBy = ({ at, by }: { at: string; by: string }) => (
  <>
    <Ago at={at} />
    <small>{by}</small>
  </>
);
