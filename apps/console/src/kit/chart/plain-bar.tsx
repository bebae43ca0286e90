import './small-charts.css';

interface Props {
  /** Length of the bar, 0–1; null is unknown and has no bar. */
  share: number | null;
  /** From the bottom instead of from the left. */
  upright?: boolean;
  /** The value in words. Without it the bar is hidden from screen readers, because the value stands beside it. */
  label?: string;
}

/** One bar without axes and without input, for a picture on a wall. It takes the size and the colour of its place. */
export function PlainBar({ share, upright = false, label }: Props) {
  const length = `${100 * Math.min(1, Math.max(0, share ?? 0))}%`;
  return (
    <span
      className={upright ? 'sl-plain-bar sl-plain-bar-upright' : 'sl-plain-bar'}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      {share !== null && <i style={upright ? { blockSize: length } : { inlineSize: length }} />}
    </span>
  );
}
