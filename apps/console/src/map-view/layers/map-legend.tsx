import { useTranslation } from 'react-i18next';
import { css, passRgb } from '../paint/colours.ts';

/** The legend of the cleaned area: the number of passes by colour. */
export function MapLegend() {
  const { t } = useTranslation('map-view');
  return (
    <dl className="sl-map-panel sl-map-legend" aria-label={t('passes')}>
      {passRgb.map((colour, i) => (
        <div key={css(colour)}>
          <dt style={{ background: css(colour) }} />
          <dd>{t(i + 1 === passRgb.length ? 'passesOrMore' : 'passesExactly', { number: i + 1 })}</dd>
        </div>
      ))}
    </dl>
  );
}
