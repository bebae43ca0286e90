import { unknown } from './format.ts';
import { readerZone } from './reader.ts';
import { formatTimeIn, zoneHint } from './zone-time.ts';

interface Props {
  at: string | null | undefined;
  /** The zone of the place, named where the reader's clock shows another time. Without a place it is the reader's. */
  zone: string | null | undefined;
}

/** A time at a place. The title has the name of the zone and the time on the reader's clock. */
export function TimeIn({ at, zone }: Props) {
  if (!at) return <span className="sl-unknown">{unknown}</span>;
  const known = zone ?? readerZone();
  return (
    <time dateTime={at} title={zoneHint(at, known)}>
      {formatTimeIn(at, known)}
    </time>
  );
}
