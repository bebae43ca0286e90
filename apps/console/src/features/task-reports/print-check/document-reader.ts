import { readerProfile, readerZone } from '../../../kit/format/reader.ts';

/** For whom a document is written. */
export function documentReader() {
  const { area, volume } = readerProfile();
  return {
    timezone: readerZone(),
    ...(area && { area }),
    ...(volume && { volume }),
  };
}
