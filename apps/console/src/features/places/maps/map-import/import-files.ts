import { mapLimits } from '@sweepline/contract';

/** The files of a ROS map, by the field names of the call. */
export const slots = ['picture', 'yaml', 'mask', 'maskYaml'] as const;
export type Slot = (typeof slots)[number];
export type MapFiles = Partial<Record<Slot, File>>;

export const isPictureSlot = (slot: Slot) => slot === 'picture' || slot === 'mask';

/** Errors found before a file is sent. */
export type FileFault = 'empty' | 'pictureTooLarge' | 'yamlTooLarge' | 'notAPicture' | 'notAYaml';

const pngSignature = [0x89, 0x50, 0x4e, 0x47];

/** Checks a file's first bytes, not its name: a renamed JPEG is rejected before the upload. */
export async function faultOf(slot: Slot, file: File): Promise<FileFault | undefined> {
  if (file.size === 0) return 'empty';
  const limit = isPictureSlot(slot) ? mapLimits.pictureBytes : mapLimits.yamlBytes;
  if (file.size > limit) return isPictureSlot(slot) ? 'pictureTooLarge' : 'yamlTooLarge';
  const head = new Uint8Array(await file.slice(0, 4096).arrayBuffer());
  if (isPictureSlot(slot)) return isPgm(head) || isPng(head) ? undefined : 'notAPicture';
  return /^\s*resolution\s*:/m.test(new TextDecoder().decode(head)) ? undefined : 'notAYaml';
}

const isPgm = ([first, second]: Uint8Array) => first === 0x50 && (second === 0x35 || second === 0x32);
const isPng = (head: Uint8Array) => pngSignature.every((byte, index) => head[index] === byte);

const looksLikeYaml = ({ name }: File) => /\.ya?ml$/i.test(name);
/** How mask drawing tools name their files. */
const looksLikeMask = (name: string) => /keep.?out|mask|no.?go|forbidden|filter/i.test(name);

/** The picture that a YAML file names. */
async function imageOf(yaml: File): Promise<string> {
  const text = await yaml.slice(0, mapLimits.yamlBytes).text();
  const image = /^\s*image\s*:\s*["']?([^"'\r\n]+)/m.exec(text)?.[1]?.trim() ?? '';
  return image.split(/[/\\]/).at(-1) ?? '';
}

/**
 * Assigns dropped files to the slots, next to files already there. A YAML file goes with the picture it names;
 * a picture named like a mask is the mask, and so is a second picture.
 */
export async function sorted(present: MapFiles, dropped: readonly File[]): Promise<MapFiles> {
  const files: MapFiles = { ...present };
  const [yamls, pictures] = [dropped.filter(looksLikeYaml), dropped.filter((file) => !looksLikeYaml(file))];
  const plainFirst = pictures.toSorted(
    (a, b) => Number(looksLikeMask(a.name)) - Number(looksLikeMask(b.name)),
  );
  plainFirst.forEach((file, index) => {
    const mask = looksLikeMask(file.name) && (files.picture !== undefined || pictures.length === 1);
    files[mask || index > 0 ? 'mask' : 'picture'] = file;
  });
  for (const file of yamls) {
    const image = await imageOf(file);
    const ofMask =
      image === '' || image !== files.picture?.name
        ? image === files.mask?.name || looksLikeMask(image)
        : false;
    files[ofMask ? 'maskYaml' : 'yaml'] = file;
  }
  return files;
}

/** The default name of a map: its picture's name without ending and underscores. */
export const nameFrom = ({ name }: File) =>
  name
    .replace(/\.[^.]+$/, '')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .slice(0, 60);
