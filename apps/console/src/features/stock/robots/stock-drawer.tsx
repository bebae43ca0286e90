import { permissions, type StockRow, pages } from '@sweepline/contract';
import { Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CustodyView } from '../../../shared/custody/custody-view.tsx';
import { may } from '../../../kit/api/may.ts';

/** The custody history of a device, beside the list. */
export function StockDrawer({ row, onClose }: { row: StockRow; onClose: () => void }) {
  const { t } = useTranslation('stock/robots');
  return (
    <Drawer
      open
      size={480}
      onClose={onClose}
      title={
        <span className="st-two">
          {row.nickname}
          <small>
            {row.sn} · {row.model}
          </small>
        </span>
      }
      aria-label={row.nickname}
      extra={may(permissions.deviceList) && <Link to={pages.device({ id: row.id })}>{t('page')}</Link>}
    >
      <CustodyView deviceId={row.id} />
    </Drawer>
  );
}
