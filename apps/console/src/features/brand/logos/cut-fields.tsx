import { logoScale, logoSizes, type LogoStyle, type PictureSize } from '@sweepline/contract';
import { Slider } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../kit/format/format.ts';
import { CutLogo, LogoPlaces } from './logo-place.tsx';
import { cutOf, maxZoom, type LogoView } from './logo-view.ts';

interface Props {
  style: LogoStyle;
  picture: PictureSize & { url: string };
  view: LogoView;
  onChange: (view: LogoView) => void;
}

const sliders = [
  { name: 'zoom', min: 1, max: maxZoom },
  { name: 'x', min: 0, max: 1 },
  { name: 'y', min: 0, max: 1 },
  { name: 'margin', min: 0, max: 0.4 },
] as const;

/** Chooses the part of a picture and the border of one logo, and shows it where it will stand. */
export function CutFields({ style, picture, view, onChange }: Props) {
  const { t } = useTranslation('brand/logos');
  const cut = cutOf(style, view, picture);
  return (
    <div className="logo-cut">
      <LogoPlaces style={style}>
        <CutLogo style={style} url={picture.url} picture={picture} cut={cut} />
      </LogoPlaces>
      <div className="logo-sliders">
        {sliders.map(({ name, min, max }) => (
          <div key={name}>
            <span id={`${style}-${name}`}>{t(`sliders.${name}`)}</span>
            <Slider
              min={min}
              max={max}
              step={0.01}
              value={view[name]}
              ariaLabelledByForHandle={`${style}-${name}`}
              tooltip={{ open: false }}
              onChange={(value) => onChange({ ...view, [name]: value })}
            />
          </div>
        ))}
        <SizeNote style={style} picture={picture} scale={logoScale(style, cut, picture)} />
      </div>
    </div>
  );
}

interface NoteProps {
  style: LogoStyle;
  picture: PictureSize;
  scale: number;
}

/** Warns of a picture that is too small, and tells of one of another size than recommended. */
function SizeNote({ style, picture, scale }: NoteProps) {
  const { t } = useTranslation('brand/logos');
  const size = logoSizes[style];
  // A slider does not hit the whole exactly.
  if (scale > 1.01)
    return (
      <p className="logo-warning" role="alert">
        {t('enlarged', { times: formatNumber(scale, 1) })}
      </p>
    );
  if (picture.width === size.width && picture.height === size.height) return null;
  return (
    <small>
      {t('otherSize', {
        size: `${picture.width} × ${picture.height}`,
        recommended: `${size.width} × ${size.height}`,
      })}
    </small>
  );
}
