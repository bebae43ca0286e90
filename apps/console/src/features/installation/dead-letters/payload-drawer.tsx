import type { DeadLetter } from '@sweepline/contract';
import { Drawer } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../kit/ui/copy-button.tsx';
import { formatBytes, formatTimeExact } from '../../../kit/format/format.ts';
import { readPayload } from './payload.ts';
import { useReasonName } from './use-reason-name.ts';

/** The maximum of a message that the server stores. */
const maxBytes = 4096;

interface Props {
  letter: DeadLetter;
  onClose: () => void;
}

/** One rejected message: its reason, its origin and its payload. */
export function PayloadDrawer({ letter, onClose }: Props) {
  const { t } = useTranslation('installation/dead-letters');
  const nameOf = useReasonName();
  const payload = useMemo(() => readPayload(letter.head), [letter.head]);
  return (
    <Drawer
      open
      title={nameOf(letter.reason)}
      size={640}
      onClose={onClose}
      classNames={{ body: 'dl-drawer' }}
    >
      <dl className="dl-facts">
        <dt>{t('received')}</dt>
        <dd>{formatTimeExact(letter.at)}</dd>
        <dt>{t('device')}</dt>
        <dd>{letter.sn || t('noDevice')}</dd>
        <dt>{t('topic')}</dt>
        <dd className="dl-mono">{letter.topic}</dd>
        <dt>{t('detail')}</dt>
        <dd className="dl-mono">
          {letter.reason}
          {letter.detail && ` · ${letter.detail}`}
        </dd>
      </dl>
      <div className="dl-payload-head">
        <h2>
          {t('payload')}{' '}
          <small>
            {letter.bytes > maxBytes
              ? t('headOf', { kept: formatBytes(maxBytes), bytes: formatBytes(letter.bytes) })
              : formatBytes(letter.bytes)}
            {` · ${t(`forms.${payload.form}`)}`}
          </small>
        </h2>
        <CopyButton what={t('payload')} text={payload.text} />
      </div>
      {/* A textarea, so that the keyboard can reach it, scroll it and select in it. */}
      <textarea
        className="dl-payload"
        readOnly
        wrap="off"
        spellCheck={false}
        aria-label={t('payload')}
        value={payload.text}
        placeholder={t('emptyPayload')}
      />
    </Drawer>
  );
}
