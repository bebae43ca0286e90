/** The side of a stored icon in pixels. */
const side = 192;
/** A picture of more pixels is no icon. */
const limitInputPixels = 2_048 * 2_048;

/** The icon of an apk as a PNG of one size; undefined for a damaged one: the app itself may still be right. */
export async function drawIcon(bytes: Buffer): Promise<Buffer | undefined> {
  // Loaded with the first picture: it would delay each start.
  const { default: sharp } = await import('sharp');
  return await sharp(bytes, { limitInputPixels, failOn: 'error' })
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer()
    .catch(() => undefined);
}
