import { readerProfile, readerZone } from '../../kit/reader.ts';

/** For whom a document is written, and where its code leads. */
export function documentReader() {
  const { area, volume } = readerProfile();
  return {
    timezone: readerZone(),
    origin: location.origin,
    ...(area && { area }),
    ...(volume && { volume }),
  };
}
