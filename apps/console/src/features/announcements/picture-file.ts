const kinds = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
/** The most a picture may have, as everywhere in the product. */
const maxBytes = 1024 * 1024;
/** In the text it counts against the limit of its language. */
const maxChars = 110_000;
const widths = [1_000, 720, 480];

const readAsText = (file: Blob) =>
  new Promise<string>((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => failed(reader.error ?? new Error('unreadable'));
    reader.readAsDataURL(file);
  });

function drawn(picture: ImageBitmap, width: number): string {
  const scale = Math.min(1, width / picture.width);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/webp', 0.82);
}

/** A picture as it stands in the text, made smaller where it is too large for one. Null: not a picture we take. */
export async function pictureFrom(file: File): Promise<string | null> {
  if (!kinds.has(file.type) || file.size > maxBytes) return null;
  const asIs = await readAsText(file);
  if (asIs.length <= maxChars) return asIs;
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  return widths.map((width) => drawn(picture, width)).find(({ length }) => length <= maxChars) ?? null;
}
