import type { ListedEvent } from '@sweepline/contract';
import { Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../../../kit/ui/copy-button.tsx';
import '../webhooks.css';

/** One event as programs get it. */
export function EventDrawer({ event, onClose }: { event: ListedEvent; onClose: () => void }) {
  const { t } = useTranslation('api/users/webhooks');
  const { companyName: _companyName, robotName: _robotName, ...sent } = event;
  const text = JSON.stringify(sent, null, 2);
  return (
    <Drawer
      open
      size={520}
      title={t(`names.${event.type}`)}
      extra={<CopyButton what={t('details')} text={text} />}
      onClose={onClose}
    >
      <pre className="webhook-text">{text}</pre>
    </Drawer>
  );
}
