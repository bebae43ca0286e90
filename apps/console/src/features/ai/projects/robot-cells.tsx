import type { AiProjectDevice } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatBytes, formatNumber } from '../../../kit/format/format.ts';
import { JobWaits } from '../../../shared/job-waits/job-waits.tsx';
import { useWords } from '../../../shared/words/use-words.ts';
import { CollectionState, UploadState } from './project-state.tsx';

const ownReasons = ['WITHDRAWN', 'BAD_ZIP'] as const;

/** Why a collection failed: the server's reason, or the code of the robot in words. */
function useReason(): (reason: string) => string {
  const { t } = useTranslation('ai/projects');
  const { word } = useWords();
  return (reason) => {
    const own = ownReasons.find((it) => it === reason);
    return own ? t(`reasons.${own}`) : word('reply', reason);
  };
}

export function CollectionCell({ device }: { device: AiProjectDevice }) {
  const { t } = useTranslation('ai/projects');
  const reasonOf = useReason();
  const { collection, reason, waits } = device;
  return (
    <td data-label={t('collection')}>
      <CollectionState state={collection} />
      {collection === 'FAILED' && <small>{reasonOf(reason)}</small>}
      {waits.length > 0 && (
        <small>
          <JobWaits waits={waits} />
        </small>
      )}
    </td>
  );
}

export function CountCell({ device }: { device: AiProjectDevice }) {
  const { t } = useTranslation('ai/projects');
  const { collected, uploaded, bytes } = device;
  return (
    <td data-label={t('counts')}>
      {formatNumber(collected)} / {formatNumber(uploaded)}
      <small>{formatBytes(bytes)}</small>
    </td>
  );
}

export function UploadCell({ device }: { device: AiProjectDevice }) {
  const { t } = useTranslation('ai/projects');
  return (
    <td data-label={t('upload')}>
      <UploadState state={device.upload} />
      {device.onMobileData && <small>{t('onMobile')}</small>}
    </td>
  );
}
