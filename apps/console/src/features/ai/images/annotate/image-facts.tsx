import { pages, type AiImageDetail } from '@sweepline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatBytes, formatNumber, formatTime, unknown } from '../../../../kit/format/format.ts';

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
const degrees = (theta: number) => formatNumber((theta * 180) / Math.PI);

/** Where, when and by which robot an image was taken. */
export function ImageFacts({ image }: { image: AiImageDetail }) {
  const { t } = useTranslation('ai/images');
  const { t: ofVideo } = useTranslation('video');
  const { x, y, theta, mapId, runId, deviceId, projectId, projectName } = image;
  const hasPlace = x !== null && y !== null && theta !== null;
  return (
    <dl className="ai-image-facts">
      <Fact name={t('project')}>
        {projectName ? <Link to={pages.aiProject({ id: projectId })}>{projectName}</Link> : unknown}
      </Fact>
      <Fact name={t('robot')}>
        <Link to={pages.device({ id: deviceId })}>{image.deviceName}</Link>
      </Fact>
      <Fact name={t('site')}>{image.siteName}</Fact>
      <Fact name={t('camera')}>{ofVideo(`camera.${image.camera}`)}</Fact>
      <Fact name={t('taken')}>{formatTime(image.takenAt)}</Fact>
      <Fact name={t('place')}>
        {hasPlace
          ? t('placeOf', { x: formatNumber(x, 2), y: formatNumber(y, 2), degrees: degrees(theta) })
          : unknown}
      </Fact>
      <Fact name={t('map')}>
        {mapId ? <Link to={pages.map({ id: mapId })}>{t('openMap')}</Link> : unknown}
      </Fact>
      <Fact name={t('run')}>
        {runId ? <Link to={pages.task({ run: runId })}>{t('openRun')}</Link> : unknown}
      </Fact>
      <Fact name={t('size')}>
        {image.width} × {image.height} · {formatBytes(image.bytes)}
      </Fact>
      <Fact name={t('faces')}>{t(image.facesBlurred ? 'blurred' : 'notBlurred')}</Fact>
    </dl>
  );
}
