import { unstorablePlaces, type Call, type Output, type Sent } from '@sweepline/contract';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from './dialog.tsx';
import { CallError } from '../api/api.ts';
import { faultOf } from './field-fault.ts';
import { formatNumber } from '../format/format.ts';
import { useAction } from '../api/use-action.ts';

interface Props<C extends Call> {
  title: string;
  call: C;
  /** The edited row, or the initial values of a new one. */
  initial?: Partial<Sent<C>>;
  /** The text of the button: "Add device". */
  submit: string;
  /** The text of the toast; null when the page shows the effect itself. */
  done?: string | null;
  /** What failed, before the reason in the toast of a failure. */
  failed?: string;
  /** Called on success instead of `onClose`. */
  after?: (output: Output<C>) => void;
  /** Further call families whose reads are invalidated. */
  also?: string[];
  onClose: () => void;
  /** `Form.Item`s named after the call's input. */
  children: ReactNode;
}

/**
 * A dialog for the input of one call. The schema of the call is the only validation, and the server's reasons appear at
 * the same fields. Neither a click beside it nor Escape closes it, because the typed input would be lost.
 */
export function FormDialog<C extends Call>(props: Props<C>) {
  const { title, call, initial, submit, done, failed, after, also, onClose, children } = props;
  const { t } = useTranslation('kit');
  const [form] = Form.useForm();
  const action = useAction(call, {
    ...(done !== undefined && { done }),
    ...(also && { also }),
    ...(failed && { failed }),
    after: after ?? onClose,
  });

  const show = (reasons: { name: PropertyKey[]; reason: string }[]) =>
    form.setFields(reasons.map(({ name, reason }) => ({ name: name.map(String), errors: [reason] })));

  const submitValues = () => {
    const values = { ...initial, ...(form.getFieldsValue(true) as object) };
    const input = call.input.safeParse(values);
    if (!input.success)
      return show(
        input.error.issues.map((issue) => {
          const { key, count = 0 } = faultOf(issue, values);
          return { name: issue.path, reason: t(`faults.${key}`, { count, limit: formatNumber(count) }) };
        }),
      );
    const places = unstorablePlaces(input.data);
    if (places.length > 0)
      return show(places.map((place) => ({ name: place.split('.'), reason: t('faults.characters') })));
    action.mutate(values as Sent<C>, {
      onError: (error) => {
        if (!(error instanceof CallError)) return;
        show(Object.entries(error.fields).map(([name, reason]) => ({ name: name.split('.'), reason })));
      },
    });
  };

  return (
    <Dialog
      open
      title={title}
      okText={submit}
      cancelText={t('cancel')}
      confirmLoading={action.isPending}
      onOk={submitValues}
      onCancel={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={initial ?? {}}
        onFinish={submitValues}
        requiredMark={false}
      >
        {children}
        <input type="submit" hidden value={submit} />
      </Form>
    </Dialog>
  );
}
