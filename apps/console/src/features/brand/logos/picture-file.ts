import { maxLogoPictures, pictureLimits, type PictureSize } from '@sweepline/contract';

/** A picture that was chosen and can be shown. */
export interface ChosenPicture extends PictureSize {
  file: File;
  url: string;
}

export type PictureFault = 'size' | 'format' | 'unreadable' | 'count';

/** The checks that the browser can do before the upload; the server inspects the file itself. */
function faultOf({ size, type }: File): PictureFault | null {
  if (size > pictureLimits.bytes) return 'size';
  return (pictureLimits.mediaTypes as readonly string[]).includes(type) ? null : 'format';
}

async function readPicture(file: File): Promise<ChosenPicture> {
  const url = URL.createObjectURL(file);
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch (error) {
    URL.revokeObjectURL(url);
    throw error;
  }
  return { file, url, width: image.naturalWidth, height: image.naturalHeight };
}

interface Choice {
  pictures: ChosenPicture[];
  fault: { kind: PictureFault; name: string } | null;
}

/** Adds files to the chosen pictures. The first file that cannot be one is named; the others are added. */
export async function addPictures(chosen: readonly ChosenPicture[], files: readonly File[]): Promise<Choice> {
  const pictures = [...chosen];
  let fault: Choice['fault'] = null;
  for (const file of files) {
    const kind = pictures.length >= maxLogoPictures ? 'count' : faultOf(file);
    const picture = kind ? undefined : await readPicture(file).catch(() => undefined);
    if (picture) pictures.push(picture);
    else fault ??= { kind: kind ?? 'unreadable', name: file.name };
  }
  return { pictures, fault };
}
