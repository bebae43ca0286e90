import { useTranslation } from 'react-i18next';
import { css, passColours } from '../paint/colours.ts';

/** What the colours of the cleaned area count. */
export function MapLegend() {
  const { t } = useTranslation('map-view');
  return (
    <dl className="sl-map-panel sl-map-legend" aria-label={t('passes')}>
      {passColours.map((colour, i) => (
        <div key={css(colour)}>
          <dt style={{ background: css(colour) }} />
          <dd>{t(i + 1 === passColours.length ? 'passesOrMore' : 'passesExactly', { number: i + 1 })}</dd>
        </div>
      ))}
    </dl>
  );
}
