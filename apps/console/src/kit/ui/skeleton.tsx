/** Grey bars in place of text. They fade in after 300 ms, so that a quick reply never shows them. */
export const Skeleton = ({ lines = 3 }: { lines?: number }) => (
  <div className="sl-skeleton" aria-hidden="true">
    {Array.from({ length: lines }, (_, line) => (
      <i key={line} style={{ inlineSize: `${90 - ((line * 37) % 50)}%` }} />
    ))}
  </div>
);
