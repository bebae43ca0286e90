import { maxPicturesAtOnce, pages, workOrderCalls, type Sent } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { FormDialog } from '../../../../kit/form/form-dialog.tsx';
import { OrderPictures } from '../../../../shared/work-orders/order-work/order-pictures.tsx';
import { DescriptionFields, KindFields } from '../../../../shared/work-orders/order-fields/order-fields.tsx';
import { ContactFields } from './contact-fields.tsx';
import { PlaceFields } from './place-fields.tsx';
import { useNewPictures } from './use-new-pictures.ts';

type New = Sent<typeof workOrderCalls.add>;

interface Props {
  deviceId?: string;
  /** A snapshot of a camera, as the first picture. */
  snapshotId?: string;
  onClose: () => void;
}

/** A new order for a robot, a site or a company. Its page opens afterwards. */
export function CreateDialog({ deviceId, snapshotId, onClose }: Props) {
  const { t } = useTranslation('service/orders');
  const navigate = useNavigate();
  const { store, sendTo } = useNewPictures(snapshotId);
  return (
    <FormDialog
      title={t('createTitle')}
      call={workOrderCalls.add}
      initial={
        { type: 'FAULT', level: 'GENERAL', faultType: 'OTHER', deviceId: deviceId ?? null } as Partial<New>
      }
      submit={t('create')}
      done={t('created')}
      after={({ id }) => {
        onClose();
        void navigate(pages.workOrder({ id }));
        void sendTo(id);
      }}
      onClose={onClose}
    >
      <DescriptionFields />
      <KindFields />
      {deviceId === undefined && <PlaceFields />}
      <ContactFields />
      <OrderPictures store={store} kind="FAULT" label={t('faultPictures')} max={maxPicturesAtOnce} />
    </FormDialog>
  );
}
