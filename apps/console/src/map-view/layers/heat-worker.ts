import { heatPixels, type HeatColours } from './heat-field.ts';

export interface HeatRequest {
  values: Uint16Array;
  width: number;
  height: number;
  colours: HeatColours;
}

self.onmessage = async ({ data: { values, width, height, colours } }: MessageEvent<HeatRequest>) => {
  const picture = await createImageBitmap(new ImageData(heatPixels(values, colours), width, height));
  self.postMessage(picture, { transfer: [picture] });
};
