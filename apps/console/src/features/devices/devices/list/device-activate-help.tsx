import { activationCodeCalls, connectionRefusalCalls, deviceCalls, pages } from '@sweepline/contract';
import { Dialog } from '../../../../kit/form/dialog.tsx';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button } from '../../../../kit/ui/button.tsx';
import { may } from '../../../../kit/api/may.ts';
import './device-activate-help.css';

interface Props {
  onClose: () => void;
  /** Opens the list of refused connections. */
  onRefusals: () => void;
}

/** Explains how a new robot enters this list: the activation happens at the robot. */
export function DeviceActivateHelp({ onClose, onRefusals }: Props) {
  const { t } = useTranslation('devices/devices');
  return (
    <Dialog
      open
      title={t('activateHelp.open')}
      onCancel={onClose}
      width={480}
      footer={
        <Button look="main" autoFocus onClick={onClose}>
          {t('activateHelp.close')}
        </Button>
      }
    >
      <p>{t('activateHelp.hint')}</p>
      <ol className="device-activate-help">
        <li>
          {t('activateHelp.code')}
          {may(activationCodeCalls.list.allow) && (
            <>
              {' '}
              <Link to={pages.activationCodes({ state: 'UNUSED' })}>{t('activateHelp.codes')}</Link>
            </>
          )}
        </li>
        <li>{t('activateHelp.network')}</li>
        <li>{t('activateHelp.enter')}</li>
        <li>{t('activateHelp.appears')}</li>
      </ol>
      {may(deviceCalls.register.allow) && (
        <p className="device-activate-other">{t('activateHelp.other', { add: t('add') })}</p>
      )}
      {may(connectionRefusalCalls.list.allow) && (
        <p className="device-activate-other">
          {t('activateHelp.missing')}{' '}
          <Button look="quiet" onClick={onRefusals}>
            {t('refusals.title')}
          </Button>
        </p>
      )}
    </Dialog>
  );
}
