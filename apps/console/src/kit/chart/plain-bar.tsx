import './small-charts.css';

interface Props {
  /** Length of the bar, 0–1; null is unknown and has no bar. */
  share: number | null;
  /** From the bottom instead of from the left. */
  upright?: boolean;
}

/** One bar without axes and input beside its value, for a picture on a wall. It takes the size and the colour of its place. */
export function PlainBar({ share, upright = false }: Props) {
  const length = `${100 * Math.min(1, Math.max(0, share ?? 0))}%`;
  return (
    <span className={upright ? 'sl-plain-bar sl-plain-bar-upright' : 'sl-plain-bar'} aria-hidden="true">
      {share !== null && <i style={upright ? { blockSize: length } : { inlineSize: length }} />}
    </span>
  );
}
