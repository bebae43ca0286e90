import {
  faultChoiceNames,
  pages,
  faultReportCalls,
  importPath,
  maxFaultPictures,
  type FaultChoice,
} from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { CallError, callQuery, send } from '../../../kit/api/api.ts';
import { useAction } from '../../../kit/api/use-action.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { Icon } from '../../../kit/ui/icon.tsx';
import type { IconName } from '../../../kit/ui/icons.ts';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { toast } from '../../../kit/ui/toasts.ts';
import { PicturePicker } from '../../../shared/work-orders/order-work/picture-picker.tsx';
import { ModelDrawing } from './model-drawing.tsx';
import { useKeptPictures } from './use-kept-pictures.ts';
import './fault-reports.css';

const icons: Record<FaultChoice, IconName> = {
  STANDS: 'pause',
  LEAVES_DIRT: 'clean',
  LOSES_WATER: 'water',
  MAKES_NOISE: 'signal',
  IS_DAMAGED: 'alert',
  IS_OFF: 'bolt',
  OTHER: 'more',
};

interface Values {
  text: string;
  contactName: string;
  contact: string;
}

/** The page of a QR code on a robot: what is wrong, in two taps. It needs no account. */
export function FaultReportPage({ token }: { token: string }) {
  const { t } = useTranslation('service/fault-reports');
  const robot = useQuery({ ...callQuery(faultReportCalls.look, { token }), meta: { silent: true } });
  if (robot.error instanceof CallError)
    return <Empty icon="qr" title={t('goneTitle')} hint={robot.error.message} />;
  if (robot.error) return <Failure error={robot.error} onRetry={() => void robot.refetch()} />;
  if (!robot.data) return <Skeleton lines={8} />;
  return (
    <>
      <RobotHead {...robot.data} />
      <ModelHelp model={robot.data.model} />
      <ReportForm token={token} />
    </>
  );
}

/** Name, model and picture of the model, so that the person sees that it is this robot. */
export const RobotHead = ({ nickname, model }: { nickname: string; model: string }) => (
  <header className="fault-robot">
    <ModelDrawing model={model} />
    <div>
      <h1>{nickname}</h1>
      <p>{model}</p>
    </div>
  </header>
);

/** The person beside the robot may find the answer without a report. */
function ModelHelp({ model }: { model: string }) {
  const { t } = useTranslation('service/fault-reports');
  return (
    <p className="fault-help">
      <a href={pages.knowledgeBase({ model })}>{t('modelHelp')}</a>
      <a href={pages.agreementTexts({ kind: 'PRIVACY', audience: 'FINDER' })}>{t('privacy')}</a>
    </p>
  );
}

/** Sends each picture with a ticket of its own. Answers how many failed: the report itself has arrived. */
async function sendPictures(tickets: readonly string[], blobs: readonly Blob[]): Promise<number> {
  const results = await Promise.allSettled(
    tickets.map((ticket, n) => send(faultReportCalls.picture, { ticket }, { files: { picture: blobs[n]! } })),
  );
  return results.filter(({ status }) => status === 'rejected').length;
}

function ReportForm({ token }: { token: string }) {
  const { t } = useTranslation('service/fault-reports');
  const navigate = useNavigate();
  const [form] = Form.useForm<Values>();
  const [choice, setChoice] = useState<FaultChoice | null>(null);
  const store = useKeptPictures();
  const report = useAction(faultReportCalls.add, {
    done: null,
    after: async ({ receipt, tickets }) => {
      const failed = await sendPictures(tickets, store.blobs);
      if (failed > 0) toast({ tone: 'failed', text: t('picturesFailed', { count: failed }) });
      void navigate(importPath(receipt), { replace: true });
    },
  });
  return (
    <Form
      form={form}
      layout="vertical"
      className="fault-form"
      initialValues={{ text: '', contactName: '', contact: '' }}
      onFinish={(values) =>
        choice && report.mutate({ token, choice, pictures: store.blobs.length, ...values })
      }
    >
      <fieldset className="fault-choices">
        <legend>{t('question')}</legend>
        {faultChoiceNames.map((name) => (
          <label key={name}>
            <input
              type="radio"
              name="choice"
              value={name}
              checked={choice === name}
              onChange={() => setChoice(name)}
            />
            <Icon name={icons[name]} size={20} />
            <span>{t(`choice.${name}`)}</span>
          </label>
        ))}
      </fieldset>
      <Form.Item name="text" label={t('text')}>
        <Input.TextArea rows={3} maxLength={1_000} placeholder={t('textHint')} />
      </Form.Item>
      <div className="fault-pictures">
        {store.pictures.map(({ id, url }) => (
          <img key={id} src={url} alt="" />
        ))}
        <PicturePicker store={store} kind="FAULT" disabled={store.blobs.length >= maxFaultPictures} />
      </div>
      <Form.Item name="contactName" label={t('contactName')}>
        <Input maxLength={60} autoComplete="name" />
      </Form.Item>
      <Form.Item name="contact" label={t('contact')} extra={t('contactHint')}>
        <Input maxLength={60} autoComplete="tel" />
      </Form.Item>
      <Button look="main" type="submit" busy={report.isPending} disabled={choice === null}>
        {t('send')}
      </Button>
    </Form>
  );
}
