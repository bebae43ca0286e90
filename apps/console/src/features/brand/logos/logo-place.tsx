import { innerSize, logoSizes, type LogoCut, type LogoStyle, type PictureSize } from '@sweepline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface CutProps {
  style: LogoStyle;
  url: string;
  picture: PictureSize;
  cut: LogoCut;
}

/** A logo as the server will cut it. The inner drawing clips the picture to the chosen part. */
export function CutLogo({ style, url, picture, cut }: CutProps) {
  const { width, height } = logoSizes[style];
  const inner = innerSize(style, cut.margin);
  const part = [
    cut.x * picture.width,
    cut.y * picture.height,
    cut.width * picture.width,
    cut.height * picture.height,
  ];
  return (
    <svg className="logo-picture" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <svg
        x={(width - inner.width) / 2}
        y={(height - inner.height) / 2}
        width={inner.width}
        height={inner.height}
        viewBox={part.join(' ')}
      >
        <image href={url} width={picture.width} height={picture.height} preserveAspectRatio="none" />
      </svg>
    </svg>
  );
}

/** Documents are printed on white paper, so they have no dark form. */
const tonesOf = (style: LogoStyle) =>
  style === 'REPORT' ? (['light'] as const) : (['light', 'dark'] as const);

/** A logo where it will stand: above a menu, as an app, on paper or on the screen of a robot, light and dark. */
export function LogoPlaces({ style, children }: { style: LogoStyle; children: ReactNode }) {
  const { t } = useTranslation('brand/logos');
  return (
    <div className="logo-places">
      {tonesOf(style).map((tone) => (
        <figure key={tone} className={`logo-place logo-place-${style} logo-${tone}`}>
          <div>
            {children}
            <i />
            <i />
            <i />
          </div>
          <figcaption>{t(style === 'REPORT' ? 'paper' : tone)}</figcaption>
        </figure>
      ))}
    </div>
  );
}
