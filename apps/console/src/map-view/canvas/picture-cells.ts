/** The cells of a map's grey picture, row 0 on top. It needs an OffscreenCanvas, so it runs in workers only. */
export async function cellsOfPicture(picture: Blob) {
  // Colour management would change the cell values 0, 205 and 254.
  const image = await createImageBitmap(picture, { colorSpaceConversion: 'none', premultiplyAlpha: 'none' });
  const { width, height } = image;
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  context.drawImage(image, 0, 0);
  image.close();
  const cells = new Uint8Array(width * height);
  // In stripes: the whole picture as RGBA would take four times the memory of the map at once.
  const stripe = 256;
  for (let top = 0; top < height; top += stripe) {
    const rows = Math.min(stripe, height - top);
    const { data } = context.getImageData(0, top, width, rows);
    for (let i = 0; i < rows * width; i++) cells[top * width + i] = data[4 * i]!;
  }
  return { cells, width, height };
}

/** The inverse: cells as a PNG in shades of grey. */
export async function pictureOfCells(cells: Uint8Array, width: number, height: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  const stripe = 256;
  for (let top = 0; top < height; top += stripe) {
    const rows = Math.min(stripe, height - top);
    const pixels = new ImageData(width, rows);
    for (let i = 0; i < rows * width; i++) {
      const value = cells[top * width + i]!;
      pixels.data.set([value, value, value, 255], 4 * i);
    }
    context.putImageData(pixels, 0, top);
  }
  return canvas.convertToBlob({ type: 'image/png' });
}
