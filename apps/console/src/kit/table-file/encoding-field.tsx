import { tableEncodings, type TableEncoding } from '@sweepline/contract';
import { Form, Select } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  /** Undefined while the file is read. */
  value: TableEncoding | undefined;
  disabled: boolean;
  onChange: (encoding: TableEncoding) => void;
}

/** The encoding of a file that does not say it itself. The preview shows its words in the chosen one. */
export function EncodingField({ value, disabled, onChange }: Props) {
  const { t } = useTranslation('table-file');
  const id = useId();
  const options = tableEncodings.map((encoding) => ({ value: encoding, label: t(`encodings.${encoding}`) }));
  return (
    <Form layout="vertical">
      <Form.Item label={t('encoding')} htmlFor={id}>
        <Select id={id} value={value ?? null} options={options} disabled={disabled} onChange={onChange} />
      </Form.Item>
    </Form>
  );
}
