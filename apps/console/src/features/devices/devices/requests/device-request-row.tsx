import { deviceRequestCalls, type DeviceRequest } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../../../kit/format/ago.tsx';
import { Button } from '../../../../kit/ui/button.tsx';
import { formatNumber } from '../../../../kit/format/format.ts';
import { useAction } from '../../../../kit/api/use-action.ts';
import { RequestDeclaration } from './request-declaration.tsx';

const versions = { v3: '3', v2: '2' } as const;

interface Props {
  request: DeviceRequest;
  onAdopt: () => void;
}

/** One requesting device: its identity, the age of its request, and the actions on it. */
export function DeviceRequestRow({ request, onAdopt }: Props) {
  const { t } = useTranslation('devices/devices');
  const { id, sn, manufacturer, vehicleType, interfaceName, protocol, count, ignored } = request;
  const { firstSeenAt, lastSeenAt } = request;
  const regard = useAction(deviceRequestCalls.regard, { done: t('requests.regarded', { sn }) });
  const ignore = useAction(deviceRequestCalls.ignore, {
    done: t('requests.ignoredOne', { sn }),
    undo: () => regard.mutate({ id }),
  });
  return (
    <li>
      <div>
        <strong>{sn}</strong>
        <small>
          {[manufacturer, vehicleType].filter(Boolean).join(' ')} · VDA 5050 v{versions[protocol]} ·{' '}
          {interfaceName}
        </small>
        <small>
          {t('requests.first')} <Ago at={firstSeenAt} /> · {t('requests.last')} <Ago at={lastSeenAt} /> ·{' '}
          {t('requests.messages', { count, shown: formatNumber(count) })}
        </small>
        <RequestDeclaration request={request} />
      </div>
      <div className="sl-requests-acts">
        {ignored ? (
          <Button look="quiet" busy={regard.isPending} onClick={() => regard.mutate({ id })}>
            {t('requests.regard')}
          </Button>
        ) : (
          <Button look="quiet" busy={ignore.isPending} onClick={() => ignore.mutate({ id })}>
            {t('requests.ignore')}
          </Button>
        )}
        <Button onClick={onAdopt}>{t('requests.adopt')}</Button>
      </div>
    </li>
  );
}
