import { QRCode } from 'antd';
import type { QrCodeProps } from './qr-code.tsx';

export const QrPicture = ({ text, label, size, errorLevel = 'M' }: QrCodeProps) => (
  <span role="img" aria-label={label}>
    <QRCode
      type="svg"
      value={text}
      size={size}
      errorLevel={errorLevel}
      marginSize={2}
      bordered={false}
      color="#000"
      bgColor="#fff"
    />
  </span>
);
