import type { PointType, ZoneType } from '@sweepline/map-core';
import { css, type Palette } from '../paint/colours.ts';
import { signOf, strokeIcon } from './glyphs.ts';
import type { Frame } from './layer.ts';
import { toSpot } from './view.ts';
import { fillings, fillingSide, zoneStyles } from '../paint/zone-styles.ts';

/** A small picture, `side` CSS pixels wide and high. */
export interface Sprite {
  image: HTMLCanvasElement;
  side: number;
}

/** Small pictures, painted once per theme and pixel ratio and used thousands of times. */
export class Sprites {
  readonly #palette: Palette;
  readonly #pictures = new Map<string, Sprite>();
  readonly #patterns = new Map<string, CanvasPattern | null>();
  readonly #widths = new Map<string, number>();

  constructor(palette: Palette) {
    this.#palette = palette;
  }

  /** The symbol of a point: its icon on a disc. */
  sign({ ratio }: Frame, type: PointType, radius: number) {
    return this.picture(`sign ${type} ${radius}`, 2 * radius + 4, ratio, (context, middle) => {
      context.beginPath();
      context.arc(middle, middle, radius, 0, 2 * Math.PI);
      context.fillStyle = css(this.#palette.panel);
      context.fill();
      context.lineWidth = 1.5;
      context.strokeStyle = css(this.#palette['ink-2']);
      context.stroke();
      strokeIcon(context, signOf(type), middle, middle, radius * 1.28);
    });
  }

  dot({ ratio }: Frame, type: PointType) {
    return this.picture(`dot ${type}`, 8, ratio, (context, middle) => {
      context.beginPath();
      context.arc(middle, middle, 2.6, 0, 2 * Math.PI);
      context.fillStyle = css(this.#palette.panel);
      context.fill();
      context.lineWidth = 1.4;
      context.strokeStyle = css(this.#palette['ink-2']);
      context.stroke();
    });
  }

  /** The pattern of a zone type, anchored to the map so that it does not shift when the view moves. */
  filling(frame: Frame, type: ZoneType): CanvasPattern | undefined {
    const { tone, filling } = zoneStyles[type];
    const paint = fillings[filling];
    if (!paint) return undefined;
    const key = `${type} ${frame.ratio}`;
    if (!this.#patterns.has(key)) {
      const tile = this.picture(`filling ${type}`, fillingSide, frame.ratio, (context) => {
        context.strokeStyle = css(this.#palette[tone], 0.42);
        context.fillStyle = css(this.#palette[tone], 0.5);
        context.lineWidth = 1;
        paint(context);
      });
      this.#patterns.set(key, tile ? frame.context.createPattern(tile.image, 'repeat') : null);
    }
    const pattern = this.#patterns.get(key) ?? undefined;
    const { left, top } = toSpot(frame.view, frame.size, { x: 0, y: 0 });
    pattern?.setTransform(
      new DOMMatrix([1 / frame.ratio, 0, 0, 1 / frame.ratio, left % fillingSide, top % fillingSide]),
    );
    return pattern;
  }

  /** Measuring is slow; names are few and rarely change. */
  textWidth(context: CanvasRenderingContext2D, text: string) {
    const key = `${context.font} ${text}`;
    let width = this.#widths.get(key);
    if (width === undefined) this.#widths.set(key, (width = context.measureText(text).width));
    return width;
  }

  /** Any small picture, painted at its first use and cached by name. */
  picture(
    name: string,
    side: number,
    ratio: number,
    paint: (context: CanvasRenderingContext2D, middle: number) => void,
  ): Sprite | undefined {
    const key = `${name} ${ratio}`;
    const cached = this.#pictures.get(key);
    if (cached) return cached;
    const image = document.createElement('canvas');
    image.width = image.height = Math.round(side * ratio);
    const context = image.getContext('2d');
    if (!context) return undefined;
    context.scale(ratio, ratio);
    paint(context, side / 2);
    const sprite = { image, side };
    this.#pictures.set(key, sprite);
    return sprite;
  }
}
