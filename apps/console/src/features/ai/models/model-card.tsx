import { pages, type AiModelDetail } from '@sweepline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatBytes, formatNumber, unknown } from '../../../kit/format/format.ts';
import { AgoBy } from '../../../kit/ui/ago-by.tsx';
import { CopyButton } from '../../../kit/ui/copy-button.tsx';
import { Facts } from '../../../kit/ui/facts.tsx';
import { ModelState } from './model-state.tsx';

const hashLength = 16;

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

function Hash({ hash, label }: { hash: string; label: string }) {
  return (
    <>
      <code>{hash.slice(0, hashLength)}</code> <CopyButton text={hash} what={label} />
    </>
  );
}

/** Data, settings, code, people and hash of a model: with these it can be made again, bit by bit. */
export function ModelCard({ model }: { model: AiModelDetail }) {
  const { t } = useTranslation('ai/models');
  const { settings, approvedAt, approvedBy, retiredAt, retiredBy, missing } = model;
  return (
    <Facts>
      <section>
        <dl>
          <Fact name={t('state')}>
            <ModelState state={model.state} />
          </Fact>
          <Fact name={t('data')}>
            <Link to={pages.aiDatasets({ projectId: model.projectId })}>
              {t('ofVersion', { number: model.datasetNumber })}
            </Link>
            <small>
              {t('imagesOfSites', { images: formatNumber(model.images), sites: formatNumber(model.sites) })}
            </small>
            {missing > 0 && <small>{t('missing', { count: missing })}</small>}
          </Fact>
          <Fact name={t('hashOfData')}>
            <Hash hash={model.datasetHash} label={t('hashOfData')} />
          </Fact>
          <Fact name={t('hash')}>
            <Hash hash={model.sha256} label={t('hash')} />
          </Fact>
          <Fact name={t('size')}>{formatBytes(model.bytes)}</Fact>
          <Fact name={t('code')}>{model.codeVersion}</Fact>
        </dl>
      </section>
      <section>
        <dl>
          <Fact name={t('network')}>{t(`networks.${settings.network}`)}</Fact>
          <Fact name={t('settings')}>
            {t('settingsText', {
              epochs: formatNumber(settings.epochs),
              rate: formatNumber(settings.rate, 4),
              seed: settings.seed,
            })}
          </Fact>
          <Fact name={t('threshold')}>{formatNumber(model.threshold, 2)}</Fact>
          <Fact name={t('made')}>
            <AgoBy at={model.createdAt} by={model.createdBy} />
          </Fact>
          <Fact name={t('approved')}>
            {approvedAt === null ? unknown : <AgoBy at={approvedAt} by={approvedBy} />}
          </Fact>
          {retiredAt !== null && (
            <Fact name={t('retired')}>
              <AgoBy at={retiredAt} by={retiredBy} />
            </Fact>
          )}
        </dl>
      </section>
    </Facts>
  );
}
