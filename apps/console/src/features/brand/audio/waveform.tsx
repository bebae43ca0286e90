import './audio.css';

/** The loud and the quiet parts of a sound. `played` is the share that has been heard. */
export function Waveform({ points, played = 0 }: { points: readonly number[]; played?: number }) {
  const path = points.map((point, at) => `M${at} ${50 - 49 * point}V${51 + 49 * point}`).join('');
  const drawing = `0 0 ${points.length} 101`;
  return (
    <span className="audio-waveform" aria-hidden="true">
      <svg viewBox={drawing} preserveAspectRatio="none">
        <path d={path} />
      </svg>
      <svg
        className="audio-played"
        viewBox={drawing}
        preserveAspectRatio="none"
        style={{ clipPath: `inset(0 ${(1 - played) * 100}% 0 0)` }}
      >
        <path d={path} />
      </svg>
    </span>
  );
}
