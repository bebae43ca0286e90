import { innerSize, logoSizes, logoStyles } from '@sweepline/contract';
import type { LogoCut, LogoStyle, PictureSize } from '@sweepline/contract';

/** How a person sees the picture inside a logo: enlarged from the whole picture, moved, and with a border. */
export interface LogoView {
  /** 1 shows the whole picture. */
  zoom: number;
  /** Shares of the way from left to right and from top to bottom, where there is something to move. */
  x: number;
  y: number;
  margin: number;
}

export const maxZoom = 8;
export const wholeView: LogoView = { zoom: 1, x: 0.5, y: 0.5, margin: 0 };

/** The window onto the picture at a zoom of 1, with the proportions of the logo, in pixels of the picture. */
function windowOf(style: LogoStyle, margin: number, picture: PictureSize): PictureSize {
  const { width, height } = innerSize(style, margin);
  const ratio = width / height;
  const wide = Math.max(picture.width, picture.height * ratio);
  return { width: wide, height: wide / ratio };
}

/** The part of the picture that a view shows. */
export function cutOf(style: LogoStyle, { zoom, x, y, margin }: LogoView, picture: PictureSize): LogoCut {
  const window = windowOf(style, margin, picture);
  const width = Math.min(1, window.width / zoom / picture.width);
  const height = Math.min(1, window.height / zoom / picture.height);
  return { x: (1 - width) * x, y: (1 - height) * y, width, height, margin };
}

/** The view that shows a part of the picture. */
export function viewOf(style: LogoStyle, cut: LogoCut, picture: PictureSize): LogoView {
  const window = windowOf(style, cut.margin, picture);
  const zooms = [
    cut.width < 1 ? window.width / picture.width / cut.width : 1,
    cut.height < 1 ? window.height / picture.height / cut.height : 1,
  ];
  const place = (start: number, length: number) => (length < 1 ? start / (1 - length) : 0.5);
  return {
    zoom: Math.min(maxZoom, Math.max(...zooms)),
    x: place(cut.x, cut.width),
    y: place(cut.y, cut.height),
    margin: cut.margin,
  };
}

const ratioOf = ({ width, height }: PictureSize) => width / height;

/** For each style the picture that suits it best: of its very size, else of the most similar proportions. */
export function suited(pictures: readonly PictureSize[]): Record<LogoStyle, number | null> {
  const best = (style: LogoStyle): number | null => {
    const size = logoSizes[style];
    const distance = (picture: PictureSize) =>
      picture.width === size.width && picture.height === size.height
        ? -1
        : Math.abs(Math.log(ratioOf(picture) / ratioOf(size)));
    const [nearest] = pictures
      .map((picture, index) => ({ index, distance: distance(picture) }))
      .toSorted((a, b) => a.distance - b.distance);
    return nearest?.index ?? null;
  };
  return Object.fromEntries(logoStyles.map((style) => [style, best(style)])) as Record<
    LogoStyle,
    number | null
  >;
}
