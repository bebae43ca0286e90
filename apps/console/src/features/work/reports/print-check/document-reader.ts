import { readerProfile, readerZone } from '../../../../kit/format/reader.ts';

/** The readers a document is made for. */
export function documentReader() {
  const { area, volume } = readerProfile();
  return {
    timezone: readerZone(),
    ...(area && { area }),
    ...(volume && { volume }),
  };
}
