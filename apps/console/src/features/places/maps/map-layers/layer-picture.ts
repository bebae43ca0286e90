import type { MapDetail } from '@sweepline/contract';
import type { Zone } from '@sweepline/map-core';
import { formatDay } from '../../../../kit/format/format-day.ts';
import { saveFile } from '../../../../kit/api/save-file.ts';
import { css, readPalette } from '../../../../map-view/paint/colours.ts';
import { thumbOf } from '../map-list/ground-thumb.ts';
import { paintFloorPicture } from '../map-import/paint-picture.ts';
import type { LayerChoice } from './use-layer-choice.ts';
import type { MapLayerView } from './use-map-layer.ts';

interface LayerPicture {
  map: MapDetail;
  zones: readonly Zone[];
  loaded: NonNullable<MapLayerView['loaded']>;
  picture: ImageBitmap;
  texts: { title: string; unit: string; never: string };
  choice: Pick<LayerChoice, 'from' | 'to' | 'layer'>;
}

const width = 1_600;
const maxHeight = 2_400;
const margin = 32;
const headPx = 92;
const footPx = 76;
const font = (px: number, weight = 400) => `${weight} ${px}px system-ui, sans-serif`;

/** Saves a layer as a self-contained picture: with the floor, its zones, its title and its legend. */
export async function saveLayerPicture(input: LayerPicture): Promise<void> {
  const { map, choice } = input;
  const thumb = await thumbOf(map.ground);
  const { mapped } = thumb;
  const shape = (mapped.maxY - mapped.minY) / (mapped.maxX - mapped.minX);
  const height = Math.min(maxHeight, Math.max(400, Math.round(width * shape)));
  const canvas = new OffscreenCanvas(width, headPx + height + footPx);
  const context = canvas.getContext('2d');
  if (!context) return;
  const palette = readPalette(document.documentElement);
  context.fillStyle = css(palette.paper);
  context.fillRect(0, 0, canvas.width, canvas.height);
  const { raster } = input.loaded.read;
  const at = { left: 0, top: headPx, width, height, ratio: 1.5 };
  paintFloorPicture(context, at, {
    thumb,
    zones: input.zones,
    palette,
    over: { raster, picture: input.picture },
  });
  context.textBaseline = 'middle';
  context.fillStyle = css(palette.ink);
  context.font = font(30, 600);
  context.fillText(input.texts.title, margin, 38, width - 2 * margin);
  context.fillStyle = css(palette['ink-2']);
  context.font = font(20);
  context.fillText(`${formatDay(choice.from)} – ${formatDay(choice.to)}`, margin, 74, width - 2 * margin);
  paintLegend(context, headPx + height + footPx / 2, input);
  const name = map.name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_').slice(0, 60) || 'map';
  const file = `${name}_${choice.layer?.toLowerCase()}_${choice.from}_${choice.to}.png`;
  saveFile(await canvas.convertToBlob({ type: 'image/png' }), file);
}

function paintLegend(
  context: OffscreenCanvasRenderingContext2D,
  middle: number,
  { loaded, texts }: LayerPicture,
) {
  let left = margin;
  const write = (text: string, gap: number) => {
    context.fillText(text, left, middle);
    left += context.measureText(text).width + gap;
  };
  const ink = context.fillStyle;
  write(texts.unit, 28);
  for (const { colour, text } of loaded.steps) {
    context.fillStyle = css(colour);
    context.fillRect(left, middle - 12, 24, 24);
    left += 32;
    context.fillStyle = ink;
    write(text || texts.never, 28);
  }
}
