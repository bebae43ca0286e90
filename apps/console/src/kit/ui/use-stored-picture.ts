import { fileCalls } from '@sweepline/contract';
import { usePictureUrl } from './use-picture-url.ts';

/** An object URL of a stored image, for images inside an SVG or canvas; undefined while it loads. */
export const useStoredPicture = (hash: string): string | undefined =>
  usePictureUrl(['stored-image', hash], fileCalls.read, { hash });
