const kinds = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
/** The maximum size of a picture, as everywhere in the product. */
const maxBytes = 1024 * 1024;
/** The maximum size in the text, where a picture counts against the limit of its language. */
const maxChars = 110_000;
const widths = [1_000, 720, 480];

const readAsText = (file: Blob) =>
  new Promise<string>((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => failed(reader.error ?? new Error('unreadable'));
    reader.readAsDataURL(file);
  });

function drawAtWidth(picture: ImageBitmap, width: number): string {
  const scale = Math.min(1, width / picture.width);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/webp', 0.82);
}

/** A picture as a data URL, scaled down when it is too large. Null: the file is not an accepted picture. */
export async function pictureFrom(file: File): Promise<string | null> {
  if (!kinds.has(file.type) || file.size > maxBytes) return null;
  const asIs = await readAsText(file);
  if (asIs.length <= maxChars) return asIs;
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  return widths.map((width) => drawAtWidth(picture, width)).find(({ length }) => length <= maxChars) ?? null;
}
