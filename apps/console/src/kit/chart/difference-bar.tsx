import './small-charts.css';

/** A difference as a bar: to the left for less, to the right for more. `share` is −1 to 1, of the largest one beside it. */
export const DifferenceBar = ({ share }: { share: number }) => (
  <i className="sl-difference-bar" data-sign={share < 0 ? 'less' : 'more'} aria-hidden="true">
    <b style={{ inlineSize: `${100 * Math.abs(share)}%` }} />
  </i>
);
