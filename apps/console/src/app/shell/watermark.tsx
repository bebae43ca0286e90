const escape = (text: string) => text.replaceAll(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The user's name over the whole page at 10 % opacity, so that a screenshot identifies its author. */
export function Watermark({ name }: { name: string }) {
  const tile = `<svg xmlns="http://www.w3.org/2000/svg" width="260" height="190"><text x="20" y="120" transform="rotate(-22 130 95)" font-family="system-ui,sans-serif" font-size="15" fill="#7b8a93">${escape(name)}</text></svg>`;
  return (
    <div
      className="sl-watermark"
      aria-hidden="true"
      style={{ backgroundImage: `url("data:image/svg+xml,${encodeURIComponent(tile)}")` }}
    />
  );
}
