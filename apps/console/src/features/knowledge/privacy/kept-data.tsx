import { keptKinds } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';

/** What is kept, why, and for how long. */
export function KeptData() {
  const { t } = useTranslation('knowledge/privacy');
  return (
    <section className="sl-panel">
      <header>
        <h2>{t('kept')}</h2>
      </header>
      <dl className="privacy-kept">
        {keptKinds.map((kind) => (
          <div key={kind}>
            <dt>{t(`what.${kind}`)}</dt>
            <dd>
              {t(`why.${kind}`)}
              <small>{t(`until.${kind}`)}</small>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
